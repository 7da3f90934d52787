import { readIcc } from '../../colors/icc/icc-profile.ts'
import { assertSafe, type ByteRange, type EditedFile, findGaps } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'

const FILE_HEADER_LENGTH = 14
const [OS2_HEADER_LENGTH, INFO_HEADER_LENGTH, V5_HEADER_LENGTH] = [12, 40, 124]
const [HEADER_LENGTHS, BIT_FIELDS, ALPHA_BIT_FIELDS] = [new Set([12, 40, 52, 56, 108, 124]), 3, 6]
const [RLE8, RLE4] = [1, 2]
/** Names of color spaces. Their letters are reversed, because the file stores the names as little-endian numbers. */
const [EMBEDDED_PROFILE, LINKED_PROFILE, SRGB_COLOR_SPACE] = ['DEBM', 'KNIL', 'BGRs']

/**
 * Overwrites everything with zeros except headers, palette, pixels and an embedded profile: gaps, trailing bytes and the path of a linked
 * profile.
 */
export function cleanBmp(file: EditedFile): void {
  const { bytes } = file
  assertSafe(bytes.length >= FILE_HEADER_LENGTH + OS2_HEADER_LENGTH, 'BMP: truncated file')
  const length = bytes.readUInt32LE(FILE_HEADER_LENGTH)
  const headerEnd = FILE_HEADER_LENGTH + length
  assertSafe(HEADER_LENGTHS.has(length) && headerEnd <= bytes.length, 'BMP: unsupported header length')
  const keptRanges: ByteRange[] = [[0, headerEnd + paletteLength(bytes, length)], pixelRangeOf(bytes, length)]
  if (length >= V5_HEADER_LENGTH) keptRanges.push(...cleanProfile(file))
  file.fill(6, 10) // reserved
  const isComplete = keptRanges.every(([start, end]) => start <= end && end <= bytes.length)
  assertSafe(isComplete, 'BMP: truncated file')
  for (const [start, end] of findGaps(keptRanges, 0, bytes.length)) file.fill(start, end)
}

/** Returns the length in bytes of the palette and of the color masks, which follow a short header. */
function paletteLength(bytes: Buffer, length: number): number {
  if (length === OS2_HEADER_LENGTH) return countPaletteColors(bytes.readUInt16LE(24), 0) * 3
  const compression = bytes.readUInt32LE(30)
  const masks = length > INFO_HEADER_LENGTH ? 0 : { [BIT_FIELDS]: 12, [ALPHA_BIT_FIELDS]: 16 }[compression]
  return (masks ?? 0) + countPaletteColors(bytes.readUInt16LE(28), bytes.readUInt32LE(46)) * 4
}

/** Returns the number of colors in the palette. Pictures with more than 8 bits per pixel have no palette that decoders use. */
function countPaletteColors(bits: number, statedCount: number): number {
  if (bits > 8) return 0
  return statedCount > 0 ? Math.min(statedCount, 2 ** bits) : 2 ** bits
}

function pixelRangeOf(bytes: Buffer, length: number): ByteRange {
  const start = bytes.readUInt32LE(10)
  const isOs2 = length === OS2_HEADER_LENGTH
  const [width, height] = isOs2
    ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)]
    : [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))]
  const bits = bytes.readUInt16LE(isOs2 ? 24 : 28)
  const compression = isOs2 ? 0 : bytes.readUInt32LE(30)
  assertSafe(width > 0 && start >= FILE_HEADER_LENGTH + length, 'BMP: invalid offset of the pixels')
  if (compression === RLE8 || compression === RLE4) return [start, findEndOfRuns(bytes, start, compression)]
  assertSafe([0, BIT_FIELDS, ALPHA_BIT_FIELDS].includes(compression), `BMP: compression ${compression}`)
  return [start, start + Math.ceil((width * bits) / 32) * 4 * height]
}

const [RLE_END_OF_BITMAP, RLE_DELTA] = [1, 2]
/** Returns the offset after the end marker of run-length encoded pixels. The size in the header is not used, because it may be larger. */
function findEndOfRuns(bytes: Buffer, from: number, compression: number): number {
  for (let offset = from; offset + 2 <= bytes.length;) {
    const [count = 0, value = 0] = [bytes[offset], bytes[offset + 1]]
    offset += 2
    if (count > 0) continue
    if (value === RLE_END_OF_BITMAP) return offset
    if (value === RLE_DELTA) offset += 2
    else if (value > RLE_DELTA) offset += roundUpToEven(compression === RLE8 ? value : Math.ceil(value / 2))
  }
  return bytes.length
}

const roundUpToEven = (length: number): number => length + (length & 1)

/**
 * Cleans an embedded profile and returns its range. Changes the file to sRGB and returns nothing if the profile is invalid or linked:
 * browsers ignore such profiles, and a link contains a path on the photographer's disk.
 */
function cleanProfile(file: EditedFile): ByteRange[] {
  const { bytes } = file
  const [spaceAt, profileAt] = [FILE_HEADER_LENGTH + 56, FILE_HEADER_LENGTH + 112]
  if (bytes.toString('latin1', spaceAt, spaceAt + 4) === EMBEDDED_PROFILE) {
    const start = FILE_HEADER_LENGTH + bytes.readUInt32LE(profileAt)
    const end = start + bytes.readUInt32LE(profileAt + 4)
    if (readIcc(bytes.subarray(start, end))) {
      cleanIcc(file, [[start, end]])
      return [[start, end]]
    }
  }
  if ([EMBEDDED_PROFILE, LINKED_PROFILE].includes(bytes.toString('latin1', spaceAt, spaceAt + 4)))
    file.write(spaceAt, Buffer.from(SRGB_COLOR_SPACE, 'latin1'))
  file.fill(profileAt, profileAt + 12) // offset, length, reserved
  return []
}
