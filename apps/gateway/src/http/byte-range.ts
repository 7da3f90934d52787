import type { ByteRange } from '@daymark/storage'

export type Requested = ByteRange | 'whole' | 'unsatisfiable'

type Validators = { etag: string; modified?: string }

/**
 * The requested range of a file of `size` bytes (RFC 9110, section 14). A header that is malformed, in another unit, or lists several
 * ranges is ignored, as the RFC allows. If-Range must match this version by a strong tag or by the exact date.
 */
export function requestedRange(
  headers: { range?: string; 'if-range'?: string },
  size: number,
  validators: Validators,
): Requested {
  if (!isSameVersion(headers['if-range']?.trim(), validators)) return 'whole'
  const { first, last } = /^bytes=(?<first>\d*)-(?<last>\d*)$/i.exec(headers.range?.trim() ?? '')?.groups ?? {}
  if (first) return rangeFromTo(Number(first), last ? Number(last) : Infinity, size)
  return last ? lastBytes(Number(last), size) : 'whole'
}

const isSameVersion = (ifRange: string | undefined, { etag, modified }: Validators): boolean =>
  ifRange === undefined || ifRange === modified || (ifRange === etag && !etag.startsWith('W/'))

function lastBytes(length: number, size: number): Requested {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(size - length, 0), end: size - 1 }
}
function rangeFromTo(start: number, end: number, size: number): Requested {
  if (end < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}
