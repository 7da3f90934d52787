import type { AuditFilter } from '@daymark/contracts'

const MAX_WORDS = 8
const SHORTEST_BEGINNING = 3
/** Where a word ends, as in the migration of the column `words`. */
const SIGNS = /[\s!-/:-@[-`{-~]+/
/** `words`: what is searched for, apart from the other conditions. */
type Where = { conditions: string[]; words: string[]; params: unknown[] }

/** Exact names have an index each, in the order of time; words are found as the index of `words` has them. */
export function conditionsOf({ action, actor, target, search = '', from, to }: AuditFilter): Where {
  const where: Where = { conditions: [], words: [], params: [] }
  const add = (condition: string, value: unknown, to = where.conditions): void => {
    if (value !== undefined) to.push(`${condition} $${where.params.push(value)}`)
  }
  add('action =', action)
  add('actor_id =', actor)
  add('target_id =', target)
  add('at >=', from)
  add('at <', to)
  for (const asked of wordsOf(search)) {
    add('words @@', lookedUp(asked), where.words)
    // an address or an action is meant as it stands
    if (SIGNS.test(asked)) add('search LIKE', `%${asked.replace(/[\\%_]/g, String.raw`\$&`)}%`, where.words)
  }
  return where
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/**
 * What the index is asked for: whole words where there are any, as an index has to read everything that has a beginning. A word that may
 * go on is looked for from three letters. What has signs only is in no word: the empty query finds nothing.
 */
function lookedUp(asked: string): string {
  const parts = asked.split(SIGNS)
  const last = parts.pop() ?? ''
  const whole = parts.filter(Boolean)
  // no part holds a quote or a backslash
  if (whole.length > 0) return whole.map(part => `'${part}'`).join(' & ')
  return last && `'${last}'${last.length >= SHORTEST_BEGINNING ? ':*' : ''}`
}
