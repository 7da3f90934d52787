import { createHash } from 'node:crypto'
import { errors } from '@daymark/contracts'

/** Quoted and strong: it changes whenever a byte of the content does. */
export const entityTag = (content: Uint8Array | string): string =>
  `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
const tagsIn = (list: string): string[] => list.match(TAG) ?? []
const isAny = (list: string): boolean => list.trim() === '*'
const opaque = (tag: string): string => tag.replace(/^W\//, '')

/** As If-Match compares (RFC 9110 8.8.3.2): weak tags never match. `list` is the header: `*`, or tags with commas between. */
export const matchesStrongly = (list: string, tag: string): boolean =>
  isAny(list) || (!tag.startsWith('W/') && tagsIn(list).includes(tag))

/** `ifMatch` is the header of a request for a representation with this tag. */
export function assertMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag)) throw errors.PRECONDITION_FAILED()
}

/** As If-None-Match compares. */
export const matchesWeakly = (list: string, tag: string): boolean =>
  isAny(list) || tagsIn(list).some(one => opaque(one) === opaque(tag))

export const isNotModified = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, tag)

/** A strong tag must differ between content codings of one answer (RFC 9110 8.8.3.3), as Apache does it: `"5d41-gzip"`. */
const CODED = /-(br|deflate|gzip|zstd)"$/
export const codedTag = (tag: string, coding: string): string => tag.replace(/"$/, `-${coding}"`)
export const uncodedTags = (list: string): string =>
  isAny(list)
    ? list
    : tagsIn(list)
        .map(tag => tag.replace(CODED, '"'))
        .join(', ')
/** The coding with which `list` names this tag. */
export const codingOf = (list: string, tag: string): string | undefined =>
  tagsIn(list)
    .filter(one => opaque(one).replace(CODED, '"') === tag)
    .map(one => CODED.exec(one)?.[1])[0]
