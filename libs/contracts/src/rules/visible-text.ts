import { text } from '../bus/define.ts'
import { COMMENT_LIMITS } from './limits.ts'

/**
 * Invisible characters: white space, control characters, everything with the property Default_Ignorable_Code_Point (zero-width characters,
 * direction marks, fillers, variation selectors, tags), the blank Braille pattern and the null notehead.
 */
const INVISIBLE_CHARACTER = String.raw`[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]`
const ONLY_INVISIBLE_PATTERN = new RegExp(`^${INVISIBLE_CHARACTER}*$`, 'u')
const INVISIBLE_ENDS_PATTERN = new RegExp(`^${INVISIBLE_CHARACTER}+|${INVISIBLE_CHARACTER}+$`, 'gu')

/** Trims a text. Returns an empty text if the text has no visible character. */
export const trimVisibleText = (input: string): string => (ONLY_INVISIBLE_PATTERN.test(input) ? '' : input.trim())

/** Removes invisible characters from both ends of a text. Text copied from emails and chats often has them. */
export const removeInvisibleEnds = (input: string): string => input.replaceAll(INVISIBLE_ENDS_PATTERN, '')

/** Returns a schema that trims a text and rejects it with `message` if it has no visible character. */
export const requiredTextSchema = (message: string, max: number) =>
  text
    .trim()
    .min(1, message)
    .max(max)
    .refine(input => trimVisibleText(input) !== '', message)

/** Control characters, and characters that override the text direction. */
const CONTROL_CHARACTERS = /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u
const LINE_BREAKS_AND_TABS = /[\n\r\t]/g
export const hasNoControlCharacters = (line: string): boolean => !CONTROL_CHARACTERS.test(line)
const CONTROL_CHARACTER_MESSAGE = 'Contains characters that cannot be stored.'

/** Schema of the text of a comment: plain text, which is never interpreted as HTML. */
export const commentText = requiredTextSchema('Please enter some text.', COMMENT_LIMITS.text).refine(
  value => hasNoControlCharacters(value.replaceAll(LINE_BREAKS_AND_TABS, ' ')),
  CONTROL_CHARACTER_MESSAGE,
)
