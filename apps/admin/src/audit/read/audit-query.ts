import type { AuditChoice } from '@daymark/contracts'

const MAX_WORDS = 8
/** Where a word ends, as in the migration of the column `words`. */
const SIGNS = /[\s!-/:-@[-`{-~]+/
type Where = { conditions: string[]; params: unknown[] }

/** Exact names have an index each, in the order of time; words are found by their beginnings. */
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
  for (const asked of wordsOf(search)) {
    add('words @@', beginnings(asked))
    // an address or an action is meant as it stands
    if (SIGNS.test(asked)) add('search LIKE', `%${asked.replace(/[\\%_]/g, String.raw`\$&`)}%`)
  }
  return where
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/** No part holds a quote or a backslash. What has signs only is in no word: the empty query finds nothing. */
const beginnings = (asked: string): string =>
  asked
    .split(SIGNS)
    .filter(Boolean)
    .map(part => `'${part}':*`)
    .join(' & ')
