import { assertSafe, UnsafeFile } from '../visitor/edited-file.ts'

export const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe]
export const isApplicationMarker = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

/**
 * A segment of a JPEG. `from`: offset of its marker; `start` and `end`: its content, after marker and length; `next`: offset of the next
 * segment, which follows the compressed data if this segment starts a scan.
 */
type JpegSegment = { marker: number; from: number; start: number; end: number; next: number }

/**
 * Yields the segments of the picture that begins at `start`; the last one is the end marker, which a truncated picture lacks. Throws
 * UnsafeFile if the structure is invalid.
 */
export function* readSegments(bytes: Buffer, start: number, end: number): Generator<JpegSegment> {
  assertSafe(bytes[start] === 0xff && bytes[start + 1] === SOI, 'JPEG: no picture')
  let offset = start + 2
  while (offset < end) {
    assertSafe(bytes[offset] === 0xff && offset + 1 < end, 'JPEG: missing marker')
    const marker = bytes[offset + 1] ?? 0
    if (marker === 0xff) {
      offset++ // a filler
      continue
    }
    if (marker === EOI) return yield { marker, from: offset, start: offset + 2, end: offset + 2, next: offset + 2 }
    assertSafe(marker >= 0xc0 && marker !== SOI, `JPEG: marker ${marker}`)
    assertSafe(offset + 4 <= end, 'JPEG: truncated segment')
    const segmentEnd = offset + 2 + bytes.readUInt16BE(offset + 2)
    assertSafe(segmentEnd >= offset + 4 && segmentEnd <= end, 'JPEG: invalid segment length')
    const next = marker === SOS ? findEndOfScan(bytes, segmentEnd, end) : segmentEnd
    yield { marker, from: offset, start: offset + 4, end: segmentEnd, next }
    offset = next
  }
}

/** Finds the first marker after compressed data. In compressed data, 0xff is followed by 0, by a restart marker or by another 0xff. */
function findEndOfScan(bytes: Buffer, from: number, end: number): number {
  for (
    let offset = bytes.indexOf(0xff, from);
    offset !== -1 && offset + 1 < end;
    offset = bytes.indexOf(0xff, offset + 1)
  ) {
    const marker = bytes[offset + 1] ?? 0
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (!isData) return offset
  }
  return end
}

const APP0_JFIF = 0xe0
const APP14_ADOBE = 0xee

/** Returns a JPEG without metadata and with unchanged pixels. Undefined if the file is damaged. */
export function removeMetadata(bytes: Buffer): Buffer | undefined {
  try {
    const all = [...readSegments(bytes, 0, bytes.length)]
    if (all.at(-1)?.marker !== EOI) return undefined
    const remainingSegments = all.filter(({ marker, start }) => {
      if (marker === APP0_JFIF) return bytes.toString('latin1', start, start + 5) === 'JFIF\0'
      if (marker === APP14_ADOBE) return bytes.toString('latin1', start, start + 5) === 'Adobe'
      return marker !== COM && !isApplicationMarker(marker)
    })
    return Buffer.concat([
      bytes.subarray(0, 2),
      ...remainingSegments.map(({ from, next }) => bytes.subarray(from, next)),
    ])
  } catch (error) {
    if (error instanceof UnsafeFile) return undefined
    throw error
  }
}

const APP2 = 0xffe2
const ICC_SEGMENT_NAME = Buffer.from('ICC_PROFILE\0', 'latin1')
/** A segment has at most 65,533 bytes after its length: the name, two numbers, and a part of the profile. */
const MAX_PROFILE_BYTES_PER_SEGMENT = 65_533 - ICC_SEGMENT_NAME.length - 2
const MAX_PROFILE_SEGMENTS = 255

/** Adds an ICC profile to a JPEG that has none (ICC.1, annex B.4). Returns the JPEG unchanged if the profile is too long. */
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
