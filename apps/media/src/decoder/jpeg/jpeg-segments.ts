import { assure } from '../visitor/unsafe.ts'

export const [SOI, EOI, SOS, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe]
export const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

/** `from` is where the marker is, `start` behind marker and length; `next` of a scan is behind its data. */
export type Segment = { marker: number; from: number; start: number; end: number; next: number }

/** The segments of the picture that begins at `start`, its end marker as the last; one that is cut short has none. */
export function* segments(bytes: Buffer, start: number, end: number): Generator<Segment> {
  assure(bytes[start] === 0xff && bytes[start + 1] === SOI, 'JPEG: no picture')
  let at = start + 2
  while (at < end) {
    assure(bytes[at] === 0xff && at + 1 < end, 'JPEG: no marker where one must be')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++ // a filler
      continue
    }
    if (marker === EOI) return yield { marker, from: at, start: at + 2, end: at + 2, next: at + 2 }
    assure(marker >= 0xc0 && marker !== SOI, `JPEG: marker ${marker}`)
    assure(at + 4 <= end, 'JPEG: segment cut short')
    const segmentEnd = at + 2 + bytes.readUInt16BE(at + 2)
    assure(segmentEnd >= at + 4 && segmentEnd <= end, 'JPEG: segment of a wrong length')
    const next = marker === SOS ? endOfScan(bytes, segmentEnd, end) : segmentEnd
    yield { marker, from: at, start: at + 4, end: segmentEnd, next }
    at = next
  }
}

/** In compressed data 0xff is followed by 0, by a restart marker or by itself; anything else is the next segment. */
function endOfScan(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < end; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (!isData) return at
  }
  return end
}
