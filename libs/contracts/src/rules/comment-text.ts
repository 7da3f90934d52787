import { requiredText } from './visible-text.ts'
import { COMMENTS } from './limits.ts'

/** Control characters, and characters that override the text direction. */
const CONTROL_CHARACTERS = /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u
const BREAKS = /[\n\r\t]/g
export const hasNoControlCharacters = (line: string): boolean => !CONTROL_CHARACTERS.test(line)
const INVALID = 'Contains characters that cannot be stored.'

/** Text of a comment. It is plain text and never interpreted as HTML. */
export const commentText = requiredText('Please enter some text.', COMMENTS.text).refine(
  words => hasNoControlCharacters(words.replaceAll(BREAKS, ' ')),
  INVALID,
)
