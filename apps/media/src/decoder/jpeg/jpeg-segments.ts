import { assertSafe, UnsafeFile } from '../visitor/edited-file.ts'

export const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe]
export const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

/**
 * `from` is the offset of the marker. `start` is the offset after marker and length. `next` is the offset of the next segment, after the
 * data of a scan.
 */
export type JpegSegment = { marker: number; from: number; start: number; end: number; next: number }

/** Yields the segments of the picture that begins at `start`, with the end marker as the last. A truncated picture has no end marker. */
export function* readSegments(bytes: Buffer, start: number, end: number): Generator<JpegSegment> {
  assertSafe(bytes[start] === 0xff && bytes[start + 1] === SOI, 'JPEG: no picture')
  let at = start + 2
  while (at < end) {
    assertSafe(bytes[at] === 0xff && at + 1 < end, 'JPEG: missing marker')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++ // a filler
      continue
    }
    if (marker === EOI) return yield { marker, from: at, start: at + 2, end: at + 2, next: at + 2 }
    assertSafe(marker >= 0xc0 && marker !== SOI, `JPEG: marker ${marker}`)
    assertSafe(at + 4 <= end, 'JPEG: truncated segment')
    const segmentEnd = at + 2 + bytes.readUInt16BE(at + 2)
    assertSafe(segmentEnd >= at + 4 && segmentEnd <= end, 'JPEG: invalid segment length')
    const next = marker === SOS ? findEndOfScan(bytes, segmentEnd, end) : segmentEnd
    yield { marker, from: at, start: at + 4, end: segmentEnd, next }
    at = next
  }
}

/** In compressed data 0xff is followed by 0, by a restart marker or by another 0xff. Anything else begins the next segment. */
function findEndOfScan(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < end; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (!isData) return at
  }
  return end
}

const APP0_JFIF = 0xe0
const APP14_ADOBE = 0xee

/** Removes all metadata without changing the picture. Returns undefined if the file is damaged. */
export function removeMetadata(bytes: Buffer): Buffer | undefined {
  try {
    const all = [...readSegments(bytes, 0, bytes.length)]
    if (all.at(-1)?.marker !== EOI) return undefined
    const kept = all.filter(({ marker, start }) => {
      if (marker === APP0_JFIF) return bytes.toString('latin1', start, start + 5) === 'JFIF\0'
      if (marker === APP14_ADOBE) return bytes.toString('latin1', start, start + 5) === 'Adobe'
      return marker !== COM && !isApplication(marker)
    })
    return Buffer.concat([bytes.subarray(0, 2), ...kept.map(({ from, next }) => bytes.subarray(from, next))])
  } catch (error) {
    if (error instanceof UnsafeFile) return undefined
    throw error
  }
}

const APP2 = 0xffe2
const ICC_SEGMENT_NAME = Buffer.from('ICC_PROFILE\0', 'latin1')
/** A segment has at most 65,533 bytes after its length: the name, two numbers and a part of the profile. */
const MAX_PROFILE_BYTES_PER_SEGMENT = 65_533 - ICC_SEGMENT_NAME.length - 2
const MAX_PROFILE_SEGMENTS = 255

/** Adds a profile to a JPEG that has none. The pixels do not change (ICC.1, annex B.4). */
export function insertProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const count = Math.ceil(icc.length / MAX_PROFILE_BYTES_PER_SEGMENT)
  if (count > MAX_PROFILE_SEGMENTS) return jpeg
  const parts = Array.from({ length: count }, (_, index) => {
    const content = icc.subarray(index * MAX_PROFILE_BYTES_PER_SEGMENT, (index + 1) * MAX_PROFILE_BYTES_PER_SEGMENT)
    const head = Buffer.alloc(4)
    head.writeUInt16BE(APP2)
    head.writeUInt16BE(2 + ICC_SEGMENT_NAME.length + 2 + content.length, 2)
    return Buffer.concat([head, ICC_SEGMENT_NAME, Buffer.of(index + 1, count), content])
  })
  return insertSegments(jpeg, Buffer.concat(parts))
}

/** Inserts segments after the JFIF header of a JPEG. */
export function insertSegments(jpeg: Buffer, added: Buffer): Buffer {
  if (added.length === 0) return jpeg
  const insertAt = jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2
  return Buffer.concat([jpeg.subarray(0, insertAt), added, jpeg.subarray(insertAt)])
}
