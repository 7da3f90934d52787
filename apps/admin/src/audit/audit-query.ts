import type { AuditFilter } from '@daymark/contracts'

const MAX_SEARCH_WORDS = 8
const MIN_PREFIX_LENGTH = 3
/** Separates words in the same way as the column `words` of the baseline migration. */
const WORD_SEPARATORS = /[\s!-/:-@[-`{-~]+/
/**
 * SQL conditions with their parameters. `words`: the conditions of the search text, separately, because some queries apply them in an
 * outer query.
 */
type AuditConditions = { conditions: string[]; words: string[]; params: unknown[] }

/**
 * Builds the SQL conditions of a filter. For each exact filter there is an index ordered by time; the search text uses the index of the
 * column `words`.
 */
export function buildConditions({ action, actor, target, search = '', from, to }: AuditFilter): AuditConditions {
  const query: AuditConditions = { conditions: [], words: [], params: [] }
  const add = (condition: string, value: unknown, list = query.conditions): void => {
    if (value !== undefined) list.push(`${condition} $${query.params.push(value)}`)
  }
  add('action =', action)
  add('actor_id =', actor)
  add('target_id =', target)
  add('at >=', from)
  add('at <', to)
  for (const word of splitWords(search)) {
    add('words @@', buildFullTextQuery(word), query.words)
    // A word with punctuation, such as an IP address or an action, must also occur literally.
    if (WORD_SEPARATORS.test(word)) add('search LIKE', `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`, query.words)
  }
  return query
}

const splitWords = (search: string): string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_SEARCH_WORDS)

/**
 * Builds the full-text query for a word of the search text. Uses whole words if possible, because a prefix reads all entries that begin
 * with it. A prefix needs at least three letters. For a word without letters, the query is empty and finds nothing.
 */
function buildFullTextQuery(word: string): string {
  const tokens = word.split(WORD_SEPARATORS)
  const lastToken = tokens.pop() ?? ''
  const wholeWords = tokens.filter(Boolean)
  // Quoting is safe, because no token contains a quote or a backslash.
  if (wholeWords.length > 0) return wholeWords.map(token => `'${token}'`).join(' & ')
  return lastToken && `'${lastToken}'${lastToken.length >= MIN_PREFIX_LENGTH ? ':*' : ''}`
}
