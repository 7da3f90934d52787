import { text } from '../bus/define.ts'

/**
 * Characters that nobody can see: white space, controls, zero-width and direction marks, fillers, variation selectors, tags (all of
 * Default_Ignorable_Code_Point), blank Braille and the null notehead.
 */
const INVISIBLE = String.raw`[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]`
const ONLY_INVISIBLE = new RegExp(`^${INVISIBLE}*$`, 'u')
const INVISIBLE_ENDS = new RegExp(`^${INVISIBLE}+|${INVISIBLE}+$`, 'gu')

/** Trimmed; empty where a person would see nothing. */
export const visibleText = (typed: string): string => (ONLY_INVISIBLE.test(typed) ? '' : typed.trim())

/** Without the invisible characters at both ends, which come along when text is copied out of a mail or a chat. */
export const withoutInvisibleEnds = (copied: string): string => copied.replaceAll(INVISIBLE_ENDS, '')

/** Text that must not be empty, trimmed; what nobody can see counts as empty. `sentence` is the refusal, for a person. */
export const requiredText = (sentence: string, max: number) =>
  text
    .trim()
    .min(1, sentence)
    .max(max)
    .refine(typed => visibleText(typed) !== '', sentence)
