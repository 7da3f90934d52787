import { text } from '../bus/define.ts'

/**
 * Invisible characters: white space, controls, zero-width and direction marks, fillers, variation selectors, tags (all of
 * Default_Ignorable_Code_Point), blank Braille and the null notehead.
 */
const INVISIBLE = String.raw`[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]`
const ONLY_INVISIBLE = new RegExp(`^${INVISIBLE}*$`, 'u')
const INVISIBLE_ENDS = new RegExp(`^${INVISIBLE}+|${INVISIBLE}+$`, 'gu')

/** Trims a text. Returns an empty text if it has no visible character. */
export const visibleText = (typed: string): string => (ONLY_INVISIBLE.test(typed) ? '' : typed.trim())

/** Removes invisible characters from both ends, which text copied from emails and chats often has. */
export const withoutInvisibleEnds = (copied: string): string => copied.replaceAll(INVISIBLE_ENDS, '')

/** A trimmed text with at least one visible character. `sentence`: error message. */
export const requiredText = (sentence: string, max: number) =>
  text
    .trim()
    .min(1, sentence)
    .max(max)
    .refine(typed => visibleText(typed) !== '', sentence)
