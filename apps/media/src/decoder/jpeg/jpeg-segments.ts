import { assure, Unsafe } from '../visitor/edited-file.ts'

export const [SOI, EOI, SOS, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe]
export const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

/**
 * `from`: offset of the marker. `start`: offset after marker and length. `next`: offset of the next segment; for a scan, after its data.
 */
export type Segment = { marker: number; from: number; start: number; end: number; next: number }

/** Yields the segments of the picture that begins at `start`, with the end marker as the last. A truncated picture has no end marker. */
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

/** In compressed data 0xff is followed by 0, by a restart marker or by another 0xff. Anything else begins the next segment. */
function endOfScan(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < end; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (!isData) return at
  }
  return end
}

const JFIF = 0xe0
const ADOBE = 0xee

/** Removes all metadata without changing the picture. Returns undefined if the file is damaged. */
export function bareJpeg(bytes: Buffer): Buffer | undefined {
  try {
    const all = [...segments(bytes, 0, bytes.length)]
    if (all.at(-1)?.marker !== EOI) return undefined
    const kept = all.filter(({ marker, start }) => {
      if (marker === JFIF) return bytes.toString('latin1', start, start + 5) === 'JFIF\0'
      if (marker === ADOBE) return bytes.toString('latin1', start, start + 5) === 'Adobe'
      return marker !== COMMENT && !isApplication(marker)
    })
    return Buffer.concat([bytes.subarray(0, 2), ...kept.map(({ from, next }) => bytes.subarray(from, next))])
  } catch (error) {
    if (error instanceof Unsafe) return undefined
    throw error
  }
}

const APP2 = 0xffe2
const NAME = Buffer.from('ICC_PROFILE\0', 'latin1')
/** The maximum number of profile bytes in a segment, after its length, the name and two numbers. */
const PART = 65_533 - NAME.length - 2
const MOST_PARTS = 255

/** Adds a profile to a JPEG that has none. The pixels do not change (ICC.1, annex B.4). */
export function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const count = Math.ceil(icc.length / PART)
  if (count > MOST_PARTS) return jpeg
  const parts = Array.from({ length: count }, (_, index) => {
    const content = icc.subarray(index * PART, (index + 1) * PART)
    const head = Buffer.alloc(4)
    head.writeUInt16BE(APP2)
    head.writeUInt16BE(2 + NAME.length + 2 + content.length, 2)
    return Buffer.concat([head, NAME, Buffer.of(index + 1, count), content])
  })
  return withSegments(jpeg, Buffer.concat(parts))
}

/** Inserts segments after the JFIF header of a JPEG. */
export function withSegments(jpeg: Buffer, added: Buffer): Buffer {
  if (added.length === 0) return jpeg
  const behind = jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2
  return Buffer.concat([jpeg.subarray(0, behind), added, jpeg.subarray(behind)])
}
