import type { AuditChoice } from '@daymark/contracts'

const MAX_WORDS = 8
type Where = { conditions: string[]; params: unknown[] }

/** Exact names have an index each, in the order of time; words are looked for as in the library, where trigrams find them. */
export function conditionsOf({ action, actor, target, search = '', from, to }: AuditChoice): Where {
  const where: Where = { conditions: [], params: [] }
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined) where.conditions.push(`${condition} $${where.params.push(value)}`)
  }
  add('action =', action)
  add('actor_id =', actor)
  add('target_id =', target)
  add('at >=', from)
  add('at <', to)
  for (const word of wordsOf(search)) add('search LIKE', `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`)
  return where
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
