import type { ByteRange } from '@daymark/storage'

export type Requested = ByteRange | 'whole' | 'unsatisfiable'

/**
 * What a Range header asks of `size` bytes (RFC 9110 §14). A header that is malformed, in another unit, or of several ranges
 * counts as absent, as the RFC allows; If-Range must name this very version.
 */
export function requestedRange(
  headers: { range?: string; 'if-range'?: string },
  size: number,
  etag: string,
): Requested {
  if ((headers['if-range'] ?? etag) !== etag) return 'whole'
  const { first, last } = /^bytes=(?<first>\d*)-(?<last>\d*)$/.exec(headers.range?.trim() ?? '')?.groups ?? {}
  if (first) return fromTo(Number(first), last ? Number(last) : Infinity, size)
  return last ? suffix(Number(last), size) : 'whole'
}

function suffix(length: number, size: number): Requested {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(size - length, 0), end: size - 1 }
}
function fromTo(start: number, end: number, size: number): Requested {
  if (end < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

/** If-None-Match compares weakly: a proxy that compresses may have weakened our tag. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
