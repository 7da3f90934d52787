import { MAX_FILENAME_LENGTH } from '@daymark/contracts'
import { randomText } from '@daymark/platform'

const SUFFIX_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Length of the random suffix: 36^8 names. A unique index rejects a collision. */
const SUFFIX_LENGTH = 8
const REPLACEMENT_SUFFIX_LENGTH = 4
const MAX_STEM_LENGTH = 60

/**
 * The stored name: the sanitized stem of the uploaded name, a short unique suffix, and the extension (rule 16). The suffix
 * distinguishes uploads of equal names (L-ENT-19). The stem alone identifies a photo, as variants have an extension of their own.
 */
export function createStoredName(
  original: string,
  given: string,
): { stem: string; extension: string; filename: string } {
  const safe = toOriginalName(original)
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/^-+|-+$/g, '')
  const stem = `${safe || 'photo'}-${randomText(SUFFIX_LETTERS, SUFFIX_LENGTH)}`
  const extension = safeExtension(given)
  return { stem, extension, filename: extension ? `${stem}.${extension}` : stem }
}

export const safeExtension = (given: string): string => (/^[a-z0-9]{1,10}$/.test(given) ? given : '')

/** The uploaded file name without folders and control characters, so that it is safe in an archive. */
export function toOriginalName(uploaded: string): string {
  const name = uploaded
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{Cc}+/gu, '')
    .trimEnd()
  if (name.length <= MAX_FILENAME_LENGTH) return name.replace(/^\.{1,2}$/, '') || 'photo'
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_FILENAME_LENGTH - extension.length).toWellFormed() + extension
}

/**
 * The stored name after a replacement. The part after '~' counts replacements and is unique, even if the photo was restored from a
 * backup. Previous addresses still find the photo by the part before '~'.
 */
export function createNextName(stem: string, extension: string): { stem: string; filename: string } {
  const [base, count = '0'] = stem.split('~')
  const next = `${base}~${Number.parseInt(count, 10) + 1}-${randomText(SUFFIX_LETTERS, REPLACEMENT_SUFFIX_LENGTH)}`
  return { stem: next, filename: extension ? `${next}.${extension}` : next }
}

/** The original name after a replacement: the photo's name with the extension of the new file. */
export function toReplacedName(before: string, uploaded: string): string {
  const [was, is] = [before, toOriginalName(uploaded)].map(name => /(?<=.)\.[^.]{1,10}$/.exec(name)?.[0] ?? '')
  return was?.toLowerCase() === is?.toLowerCase() ? before : before.slice(0, before.length - (was?.length ?? 0)) + is
}
