import type { AuditFilter } from '@daymark/contracts'

const MAX_SEARCH_WORDS = 8
const MIN_PREFIX_LENGTH = 3
/** Separates words in the same way as the column `words` of the baseline migration. */
const WORD_SEPARATORS = /[\s!-/:-@[-`{-~]+/
/** SQL conditions. `words`: the conditions of the search text, which some queries apply separately. */
type AuditConditions = { conditions: string[]; words: string[]; params: unknown[] }

/** Each exact filter has its own index, ordered by time; the search uses the index of `words`. */
export function buildConditions({ action, actor, target, search = '', from, to }: AuditFilter): AuditConditions {
  const where: AuditConditions = { conditions: [], words: [], params: [] }
  const add = (condition: string, value: unknown, to = where.conditions): void => {
    if (value !== undefined) to.push(`${condition} $${where.params.push(value)}`)
  }
  add('action =', action)
  add('actor_id =', actor)
  add('target_id =', target)
  add('at >=', from)
  add('at <', to)
  for (const word of splitWords(search)) {
    add('words @@', fullTextQuery(word), where.words)
    // an address or an action must match exactly, including its punctuation
    if (WORD_SEPARATORS.test(word)) add('search LIKE', `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`, where.words)
  }
  return where
}

const splitWords = (search: string): string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_SEARCH_WORDS)

/**
 * Builds the full-text query for a word of the search text. Uses whole words if possible, because a prefix reads all entries that
 * begin with the prefix. A prefix needs three letters. A word without letters results in an empty query, which finds nothing.
 */
function fullTextQuery(word: string): string {
  const parts = word.split(WORD_SEPARATORS)
  const last = parts.pop() ?? ''
  const wholeWords = parts.filter(Boolean)
  // safe to quote: no part contains a quote or a backslash
  if (wholeWords.length > 0) return wholeWords.map(part => `'${part}'`).join(' & ')
  return last && `'${last}'${last.length >= MIN_PREFIX_LENGTH ? ':*' : ''}`
}
