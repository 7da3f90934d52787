import type { AuditFilter } from '@daymark/contracts'

const MAX_WORDS = 8
const SHORTEST_BEGINNING = 3
/** Separates words in the same way as the column `words` of the baseline migration. */
const SIGNS = /[\s!-/:-@[-`{-~]+/
/** `words`: conditions of the search, which are needed separately. */
type Where = { conditions: string[]; words: string[]; params: unknown[] }

/** Each exact filter has its own index, ordered by time; the search uses the index of `words`. */
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
  for (const word of wordsOf(search)) {
    add('words @@', searchQuery(word), where.words)
    // an address or an action must match exactly, including its punctuation
    if (SIGNS.test(word)) add('search LIKE', `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`, where.words)
  }
  return where
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/**
 * The full-text query for a word of the search. Whole words are preferred because a prefix reads all entries that begin with it. A
 * prefix needs three letters. Punctuation alone results in an empty query, which finds nothing.
 */
function searchQuery(word: string): string {
  const parts = word.split(SIGNS)
  const last = parts.pop() ?? ''
  const whole = parts.filter(Boolean)
  // no part contains a quote or a backslash
  if (whole.length > 0) return whole.map(part => `'${part}'`).join(' & ')
  return last && `'${last}'${last.length >= SHORTEST_BEGINNING ? ':*' : ''}`
}
