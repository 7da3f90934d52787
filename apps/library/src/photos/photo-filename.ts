import { MAX_FILENAME_LENGTH } from '@daymark/contracts'
import { randomText } from '@daymark/platform'

const SUFFIX_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Length of the random suffix, which has 36^8 possible values. If a name exists nevertheless, a unique index rejects the insert. */
const SUFFIX_LENGTH = 8
const REPLACEMENT_SUFFIX_LENGTH = 4
const MAX_STEM_LENGTH = 60

/**
 * Creates the stored name of an upload (rule 16): the sanitized stem of the uploaded name, a random suffix, and the extension. The suffix
 * distinguishes uploads of equal names (L-ENT-19). Addresses contain the stem without the extension, because variants have another
 * extension than the original.
 */
export function createStoredName(
  uploadedName: string,
  uploadedExtension: string,
): { stem: string; extension: string; filename: string } {
  const sanitizedStem = toOriginalName(uploadedName)
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/^-+|-+$/g, '')
  const stem = `${sanitizedStem || 'photo'}-${randomText(SUFFIX_LETTERS, SUFFIX_LENGTH)}`
  const extension = safeExtension(uploadedExtension)
  return { stem, extension, filename: extension ? `${stem}.${extension}` : stem }
}

/** Returns the extension if it is safe in a file name, else an empty string. */
export const safeExtension = (extension: string): string => (/^[a-z0-9]{1,10}$/.test(extension) ? extension : '')

/** Removes folders and control characters from an uploaded file name, so that it is safe as a name in an archive. */
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
 * Creates the stored name after a replacement. The part after '~' consists of the number of replacements and a random text, so that names
 * do not repeat even after a restore from a backup. Previous addresses still find the photo by the part before '~'.
 */
export function createNextName(stem: string, extension: string): { stem: string; filename: string } {
  const [base, count = '0'] = stem.split('~')
  const nextStem = `${base}~${Number.parseInt(count, 10) + 1}-${randomText(SUFFIX_LETTERS, REPLACEMENT_SUFFIX_LENGTH)}`
  return { stem: nextStem, filename: extension ? `${nextStem}.${extension}` : nextStem }
}

/** Returns the original name after a replacement: the photo's name with the extension of the new file. */
export function toReplacedName(currentName: string, uploadedName: string): string {
  const [currentExtension, newExtension] = [currentName, toOriginalName(uploadedName)].map(extensionWithDot) as [
    string,
    string,
  ]
  if (currentExtension.toLowerCase() === newExtension.toLowerCase()) return currentName
  return currentName.slice(0, currentName.length - currentExtension.length) + newExtension
}
const extensionWithDot = (name: string): string => /(?<=.)\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
