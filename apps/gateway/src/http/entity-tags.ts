import { createHash } from 'node:crypto'
import { errors } from '@daymark/contracts'

/** A quoted strong entity tag of the content. */
export const entityTag = (content: Uint8Array | string): string =>
  `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
const tagsIn = (list: string): string[] => list.match(ENTITY_TAG) ?? []
const isAny = (list: string): boolean => list.trim() === '*'
const opaqueTag = (tag: string): string => tag.replace(/^W\//, '')

/** Strong comparison for If-Match (RFC 9110, section 8.8.3.2). `list` is the header: `*`, or tags separated by commas. */
export const matchesStrongly = (list: string, tag: string): boolean =>
  isAny(list) || (!tag.startsWith('W/') && tagsIn(list).includes(tag))

/** Throws PRECONDITION_FAILED unless the If-Match header, if present, matches the tag. */
export function assertMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag)) throw errors.PRECONDITION_FAILED()
}

/** Weak comparison for If-None-Match. */
export const matchesWeakly = (list: string, tag: string): boolean =>
  isAny(list) || tagsIn(list).some(listed => opaqueTag(listed) === opaqueTag(tag))

export const isNotModified = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, tag)

/** Strong tags must differ between content codings (RFC 9110, section 8.8.3.3). The suffix follows Apache: `"5d41-gzip"`. */
const CODED = /-(br|deflate|gzip|zstd)"$/
export const withCoding = (tag: string, coding: string): string => tag.replace(/"$/, `-${coding}"`)
export const withoutCodings = (list: string): string =>
  isAny(list)
    ? list
    : tagsIn(list)
        .map(tag => tag.replace(CODED, '"'))
        .join(', ')
/** The content coding with which the list contains the tag; undefined if it does not, or without a coding. */
export const codingIn = (list: string, tag: string): string | undefined =>
  tagsIn(list)
    .filter(listed => opaqueTag(listed).replace(CODED, '"') === tag)
    .map(listed => CODED.exec(listed)?.[1])[0]
