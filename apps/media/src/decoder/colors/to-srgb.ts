import { openPicture, openPixels, toPixels } from '../formats/locked-sharp.ts'
import type { Pixels, StoredPixels } from '../formats/pixels.ts'
import type { ColorSpace } from './color-space.ts'
import { toChromiumProfile, withPerceptualTable } from './icc/icc-tables.ts'
import { matrixToSrgb } from './icc/matrix-to-srgb.ts'
import { toneMap } from './tone-map.ts'

/** Converts pixels to sRGB and rotates them according to their EXIF orientation (1 means upright). */
export async function toSrgb(stored: StoredPixels, colors: ColorSpace, orientation = 1): Promise<Pixels> {
  const pixels = await convertColors(stored, colors)
  return orientation === 1 ? pixels : rotateUpright(pixels, orientation)
}

async function convertColors(stored: StoredPixels, colors: ColorSpace): Promise<Pixels> {
  if (colors.kind === 'hdr') return toneMap(stored, colors.light)
  if (colors.kind === 'cmyk') return cmykToSrgb(stored, colors)
  return colors.kind === 'profile' ? profileToSrgb(stored, colors) : stored
}

/** Clockwise rotation in degrees for EXIF orientations 1 to 8. */
const ORIENTATION_ANGLES = [0, 0, 180, 180, 90, 90, 270, 270]
const MIRRORED_ORIENTATIONS = new Set([2, 4, 5, 7])

/** Rotates first and mirrors in a second step, because sharp would mirror before it rotates. */
async function rotateUpright(pixels: Pixels, orientation: number): Promise<Pixels> {
  const rotated = await toPixels(
    openPixels(pixels)
      .rotate(ORIENTATION_ANGLES[orientation - 1])
      .toColorspace('srgb'),
  )
  return MIRRORED_ORIENTATIONS.has(orientation) ? toPixels(openPixels(rotated).flop()) : rotated
}

type ProfileColors = Extract<ColorSpace, { kind: 'profile' }>
async function profileToSrgb(stored: StoredPixels, { icc, isTiff }: ProfileColors): Promise<Pixels> {
  const converted = stored.is16Bit && stored.channels === 3 ? matrixToSrgb(stored, icc) : undefined
  if (converted) return converted
  const source = icc.toString('latin1', 16, 20) === 'GRAY' ? firstChannel(stored) : stored
  const table = isTiff ? undefined : toChromiumProfile(icc)
  if (!table) return convertWithLittleCms(source, icc)
  return correctWhite(await extrapolateWhite(source, table), source, await convertWithLittleCms(source, table))
}

/** Returns the first channel with 8 bits, because libvips ignores the profile of a 16-bit gray picture. */
function firstChannel({ data, width, height, channels, is16Bit }: StoredPixels): StoredPixels {
  const high = is16Bit ? 1 : 0
  const gray = Buffer.alloc(width * height)
  for (let pixel = 0; pixel < gray.length; pixel++) gray[pixel] = data[pixel * channels * (high + 1) + high] ?? 0
  return { data: gray, width, height, channels: 1 }
}

/**
 * Converts pixels to sRGB with Little CMS. sharp accepts no profile for raw pixels but reads that of an uncompressed TIFF, so a TIFF header
 * is put before the pixels. Remove the header when lovell/sharp#4195 is fixed.
 */
function convertWithLittleCms(stored: StoredPixels, icc: Buffer): Promise<Pixels> {
  const image = openPicture(Buffer.concat([createTiffHeader(stored, icc), stored.data]))
  // without an output profile, libvips would convert 16-bit pictures with a profile to P3
  return toPixels(stored.is16Bit ? image.withIccProfile('srgb', { attach: false }) : image.toColorspace('srgb'))
}

/** The 8-bit levels of the last two points below white in the tables of Little CMS, which have 33 points per channel. */
const [LAST_TABLE_LEVEL, SECOND_LAST_TABLE_LEVEL] = [247, 239]

/** Returns the color that `table` would give white, extrapolated from the two levels below white. */
async function extrapolateWhite({ channels }: StoredPixels, table: Buffer): Promise<number[]> {
  const data = Buffer.concat([LAST_TABLE_LEVEL, SECOND_LAST_TABLE_LEVEL].map(level => Buffer.alloc(channels, level)))
  const { data: convertedPixels } = await convertWithLittleCms({ data, width: 2, height: 1, channels }, table)
  return [0, 1, 2].map(c => Math.min(255, 2 * (convertedPixels[c] ?? 0) - (convertedPixels[3 + c] ?? 0)))
}

/**
 * Darkens colors near white to the extrapolated `white`. Little CMS converts white to white even if the table does not, so these colors are
 * too bright.
 */
function correctWhite(white: number[], { data, channels, is16Bit }: StoredPixels, convertedPixels: Pixels): Pixels {
  const [size, high] = is16Bit ? [2, 1] : [1, 0]
  for (let pixel = 0, offset = high; offset < data.length; pixel++) {
    let darkest = 255
    for (let c = 0; c < channels; c++, offset += size) darkest = Math.min(darkest, data[offset] ?? 0)
    const part = (darkest - LAST_TABLE_LEVEL) / (255 - LAST_TABLE_LEVEL)
    for (let c = 0; part > 0 && c < 3; c++)
      convertedPixels.data[pixel * 3 + c] = Math.max(
        0,
        (convertedPixels.data[pixel * 3 + c] ?? 0) - part * (255 - (white[c] ?? 255)),
      )
  }
  return convertedPixels
}

type CmykColors = Extract<ColorSpace, { kind: 'cmyk' }>
async function cmykToSrgb(stored: StoredPixels, { icc, isTiff }: CmykColors): Promise<Pixels> {
  if (!icc) return cmykWithoutProfileToRgb(replaceBlack(stored))
  const header = createTiffHeader(stored, isTiff ? withPerceptualTable(icc) : (toChromiumProfile(icc) ?? icc))
  const { data } = isTiff ? stored : replaceBlack(stored)
  const image = openPicture(Buffer.concat([header, data]))
  return toPixels(image.pipelineColorspace('cmyk').toColorspace('srgb'))
}

/** Replaces black ink by cyan, magenta and yellow of the same darkness, as Chromium does before it applies a profile. */
function replaceBlack(stored: StoredPixels): StoredPixels {
  const data = Buffer.alloc(stored.data.length)
  for (let pixel = 0; pixel < data.length; pixel += 4) {
    const light = 255 - (stored.data[pixel + 3] ?? 0)
    for (let c = 0; c < 3; c++)
      data[pixel + c] = 255 - Math.floor(((255 - (stored.data[pixel + c] ?? 0)) * light) / 255)
  }
  return { ...stored, data }
}

/** Converts CMYK without a profile as browsers do: each ink darkens white. */
function cmykWithoutProfileToRgb({ data, width, height }: StoredPixels): Pixels {
  const rgb = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < 3; c++) rgb[pixel * 3 + c] = 255 - (data[pixel * 4 + c] ?? 0)
  return { data: rgb, width, height, channels: 3 }
}

const TIFF_SHORT = 3
const TIFF_LONG = 4
const TIFF_UNDEFINED = 7
const FIRST_ENTRY_OFFSET = 10
const PHOTOMETRIC = { gray: 1, rgb: 2, ink: 5 }

function createTiffHeader({ width, height, channels, is16Bit }: StoredPixels, icc: Buffer): Buffer {
  const count = 12
  const bits = is16Bit ? 16 : 8
  const bitsAt = FIRST_ENTRY_OFFSET + count * 12 + 4
  const iccAt = bitsAt + channels * 2
  const dataAt = (iccAt + icc.length + 7) & ~7
  const isInk = icc.toString('latin1', 16, 20) === 'CMYK'
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, TIFF_LONG, 1, width],
    [257, TIFF_LONG, 1, height],
    channels === 1 ? [258, TIFF_SHORT, 1, bits] : [258, TIFF_SHORT, channels, bitsAt],
    [259, TIFF_SHORT, 1, 1], // not compressed
    [262, TIFF_SHORT, 1, PHOTOMETRIC[isInk ? 'ink' : channels === 1 ? 'gray' : 'rgb']],
    [273, TIFF_LONG, 1, dataAt],
    [277, TIFF_SHORT, 1, channels],
    [278, TIFF_LONG, 1, height],
    [279, TIFF_LONG, 1, (width * height * channels * bits) / 8],
    [284, TIFF_SHORT, 1, 1], // samples of a pixel are adjacent
    [296, TIFF_SHORT, 1, 1],
    [34675, TIFF_UNDEFINED, icc.length, iccAt],
  ]
  return writeHeader({ entries, dataAt, bitsAt, bits: Array<number>(channels).fill(bits), iccAt, icc })
}

type TiffHeader = {
  entries: number[][]
  dataAt: number
  bitsAt: number
  bits: number[]
  iccAt: number
  icc: Buffer
}
function writeHeader({ entries, dataAt, bitsAt, bits, iccAt, icc }: TiffHeader): Buffer {
  const header = Buffer.alloc(dataAt)
  header.write('II*\0\b\0\0\0', 'latin1')
  header.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag = 0, type = 0, length = 0, value = 0], index) => {
    const offset = FIRST_ENTRY_OFFSET + index * 12
    header.writeUInt16LE(tag, offset)
    header.writeUInt16LE(type, offset + 2)
    header.writeUInt32LE(length, offset + 4)
    header.writeUInt32LE(value, offset + 8)
  })
  bits.forEach((value, channel) => header.writeUInt16LE(value, bitsAt + channel * 2))
  icc.copy(header, iccAt)
  return header
}
