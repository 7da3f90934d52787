import { MAX_FILENAME } from '@daymark/contracts'
import { randomText } from '@daymark/platform'

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'
/** 36^8 names; a unique index has the last word. */
const SUFFIX_LENGTH = 8
const STEM_LENGTH = 60

/**
 * The stored name: the uploaded stem made safe, a short unique suffix, the extension (rule 16). The suffix is what makes two
 * uploads of one name differ (L-ENT-19); the stem alone already names a photo, as variants have an extension of their own.
 */
export function storedName(original: string, given: string): { stem: string; extension: string; filename: string } {
  const safe = originalName(original)
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, STEM_LENGTH)
    .replace(/^-+|-+$/g, '')
  const stem = `${safe || 'photo'}-${randomText(LETTERS, SUFFIX_LENGTH)}`
  const extension = /^[a-z0-9]{1,10}$/.test(given) ? given : ''
  return { stem, extension, filename: extension ? `${stem}.${extension}` : stem }
}

/** The uploaded name as it is kept: without folders, so that it is safe in an archive. */
export function originalName(uploaded: string): string {
  const name = uploaded
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{Cc}+/gu, '')
    .trim()
  if (name.length <= MAX_FILENAME) return name.replace(/^\.{1,2}$/, '') || 'photo'
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_FILENAME - extension.length).toWellFormed() + extension
}
