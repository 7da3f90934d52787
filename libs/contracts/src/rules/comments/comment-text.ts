import { requiredText } from '../visible-text.ts'
import { COMMENTS } from './comment-limits.ts'

/** Signs that turn the direction of what stands around them are as little text as those that nobody sees. */
const UNSEEN = /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u
const BREAKS = /[\n\r\t]/g
export const hasNoControlCharacters = (line: string): boolean => !UNSEEN.test(line)
const NOT_KEPT = 'Contains characters that cannot be stored.'

/** What somebody wrote, as it is kept: never HTML, whatever it looks like. */
export const commentText = requiredText('Please enter some text.', COMMENTS.text).refine(
  words => hasNoControlCharacters(words.replaceAll(BREAKS, ' ')),
  NOT_KEPT,
)
