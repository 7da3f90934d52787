import { readIcc } from '../../colours/icc/icc-profile.ts'
import { assure, type EditedFile } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'

const FILE_HEADER = 14
const [OS2_HEADER, INFO_HEADER, VERSION_5] = [12, 40, 124]
const [HEADERS, BIT_FIELDS, ALPHA_BIT_FIELDS] = [new Set([12, 40, 52, 56, 108, 124]), 3, 6]
const [RLE8, RLE4] = [1, 2]
/** These names are in reverse order, because the file has them as little-endian numbers. */
const [EMBEDDED, LINKED, SRGB] = ['DEBM', 'KNIL', 'BGRs']

/** Keeps headers, palette, pixels and an embedded profile. Removes gaps, bytes after the end and the path of a linked profile. */
export function cleanBmp(file: EditedFile): void {
  const { bytes } = file
  assure(bytes.length >= FILE_HEADER + OS2_HEADER, 'BMP: cut short')
  const length = bytes.readUInt32LE(FILE_HEADER)
  const headerEnd = FILE_HEADER + length
  assure(HEADERS.has(length) && headerEnd <= bytes.length, 'BMP: header of a strange length')
  const kept = [[0, headerEnd + paletteLength(bytes, length)], pixels(bytes, length)]
  if (length >= VERSION_5) kept.push(...profile(file))
  file.fill(6, 10) // reserved
  let at = 0
  for (const [start = 0, end = 0] of kept.toSorted(([one = 0], [other = 0]) => one - other)) {
    assure(end <= bytes.length, 'BMP: cut short')
    if (start > at) file.fill(at, start)
    at = Math.max(at, end)
  }
  file.fill(at, bytes.length)
}

/** Returns the length of the color masks that follow a header without room for them, and of the palette of up to 256 colors. */
function paletteLength(bytes: Buffer, length: number): number {
  if (length === OS2_HEADER) return coloursOf(bytes.readUInt16LE(24), 0) * 3
  const compression = bytes.readUInt32LE(30)
  const masks = length > INFO_HEADER ? 0 : { [BIT_FIELDS]: 12, [ALPHA_BIT_FIELDS]: 16 }[compression]
  return (masks ?? 0) + coloursOf(bytes.readUInt16LE(28), bytes.readUInt32LE(46)) * 4
}

/**
 * Returns the number of colors in the palette. A palette of a picture with more than 8 bits is a hint for old screens, which no decoder
 * needs.
 */
function coloursOf(bits: number, stated: number): number {
  if (bits > 8) return 0
  return stated > 0 ? Math.min(stated, 2 ** bits) : 2 ** bits
}

function pixels(bytes: Buffer, length: number): [start: number, end: number] {
  const start = bytes.readUInt32LE(10)
  const isOs2 = length === OS2_HEADER
  const [width, height] = isOs2
    ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)]
    : [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))]
  const bits = bytes.readUInt16LE(isOs2 ? 24 : 28)
  const compression = isOs2 ? 0 : bytes.readUInt32LE(30)
  assure(width > 0 && start >= FILE_HEADER + length, 'BMP: pixels in a strange place')
  if (compression === RLE8 || compression === RLE4) return [start, endOfRuns(bytes, start, compression)]
  assure([0, BIT_FIELDS, ALPHA_BIT_FIELDS].includes(compression), `BMP: compression ${compression}`)
  return [start, start + Math.ceil((width * bits) / 32) * 4 * height]
}

const [END_OF_BITMAP, DELTA] = [1, 2]
/** Returns the offset after the marker that ends the runs; the stated size may be larger. */
function endOfRuns(bytes: Buffer, from: number, compression: number): number {
  for (let at = from; at + 2 <= bytes.length;) {
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]]
    at += 2
    if (count > 0) continue
    if (value === END_OF_BITMAP) return at
    if (value === DELTA) at += 2
    else if (value > DELTA) at += even(compression === RLE8 ? value : Math.ceil(value / 2))
  }
  return bytes.length
}

const even = (length: number): number => length + (length & 1)

/**
 * Returns the range of a valid embedded profile. A linked profile is a path on the photographer's disk. Browsers ignore linked and invalid
 * profiles, so the file is then marked as sRGB, as browsers display it.
 */
function profile(file: EditedFile): [start: number, end: number][] {
  const { bytes } = file
  const [space, place] = [FILE_HEADER + 56, FILE_HEADER + 112]
  if (bytes.toString('latin1', space, space + 4) === EMBEDDED) {
    const start = FILE_HEADER + bytes.readUInt32LE(place)
    const end = start + bytes.readUInt32LE(place + 4)
    if (readIcc(bytes.subarray(start, end))) {
      cleanIcc(file, [[start, end]])
      return [[start, end]]
    }
  }
  if ([EMBEDDED, LINKED].includes(bytes.toString('latin1', space, space + 4)))
    file.write(space, Buffer.from(SRGB, 'latin1'))
  file.fill(place, place + 12) // offset, length, reserved
  return []
}
