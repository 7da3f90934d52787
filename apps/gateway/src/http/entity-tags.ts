import { createHash } from 'node:crypto'
import { errors } from '@daymark/contracts'

/** A strong entity tag of the content, including the quotes. */
export const computeEntityTag = (content: Uint8Array | string): string =>
  `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
const parseTags = (list: string): string[] => list.match(ENTITY_TAG) ?? []
const isWildcard = (list: string): boolean => list.trim() === '*'
const removeWeakPrefix = (tag: string): string => tag.replace(/^W\//, '')

/** Strong comparison for If-Match (RFC 9110, section 8.8.3.2). `list` is the header: `*`, or tags separated by commas. */
export const matchesStrongly = (list: string, tag: string): boolean =>
  isWildcard(list) || (!tag.startsWith('W/') && parseTags(list).includes(tag))

/** Throws PRECONDITION_FAILED unless the If-Match header, if present, matches the tag. */
export function assertMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag)) throw errors.PRECONDITION_FAILED()
}

/** Weak comparison for If-None-Match. */
export const matchesWeakly = (list: string, tag: string): boolean =>
  isWildcard(list) || parseTags(list).some(listed => removeWeakPrefix(listed) === removeWeakPrefix(tag))

export const isNotModified = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, tag)

/**
 * Suffix of the entity tag of a compressed response, because strong tags must differ between content codings (RFC 9110, section 8.8.3.3).
 * The form follows Apache: `"5d41-gzip"`.
 */
const CODING_SUFFIX = /-(br|deflate|gzip|zstd)"$/
export const addCoding = (tag: string, coding: string): string => tag.replace(/"$/, `-${coding}"`)
export const removeCodings = (list: string): string =>
  isWildcard(list)
    ? list
    : parseTags(list)
        .map(tag => tag.replace(CODING_SUFFIX, '"'))
        .join(', ')
/**
 * The content coding of the first tag in the list that, without its coding, equals `tag`. Undefined if there is no such tag or it has no
 * coding.
 */
export const findCoding = (list: string, tag: string): string | undefined =>
  parseTags(list)
    .filter(listed => removeWeakPrefix(listed).replace(CODING_SUFFIX, '"') === tag)
    .map(listed => CODING_SUFFIX.exec(listed)?.[1])[0]
