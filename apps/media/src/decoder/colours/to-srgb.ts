import { open, openPixels, toPixels } from '../formats/locked-sharp.ts'
import type { Pixels, StoredPixels } from '../formats/pixels.ts'
import type { Colours } from './colour-space.ts'
import { asChromiumReads, perceptual } from './icc/icc-tables.ts'
import { matrixToSrgb } from './icc/matrix-to-srgb.ts'
import { toneMapped } from './tone-map.ts'

/** Converts pixels of a file to sRGB and rotates them upright by their EXIF orientation (1: they are upright). */
export async function toSrgb(stored: StoredPixels, colours: Colours, orientation = 1): Promise<Pixels> {
  const pixels = await converted(stored, colours)
  return orientation === 1 ? pixels : upright(pixels, orientation)
}

async function converted(stored: StoredPixels, colours: Colours): Promise<Pixels> {
  if (colours.kind === 'hdr') return toneMapped(stored, colours.light)
  if (colours.kind === 'cmyk') return inkToSrgb(stored, colours)
  return colours.kind === 'profile' ? profileToSrgb(stored, colours) : stored
}

/** By EXIF orientation: clockwise, and then mirrored for those that are. */
const ANGLES = [0, 0, 180, 180, 90, 90, 270, 270]
const MIRRORED = new Set([2, 4, 5, 7])

/** In one or two steps, because sharp has an order of its own for them. */
async function upright(pixels: Pixels, orientation: number): Promise<Pixels> {
  const turned = await toPixels(
    openPixels(pixels)
      .rotate(ANGLES[orientation - 1])
      .toColourspace('srgb'),
  )
  return MIRRORED.has(orientation) ? toPixels(openPixels(turned).flop()) : turned
}

type Profile = Extract<Colours, { kind: 'profile' }>
async function profileToSrgb(stored: StoredPixels, { icc, isTiff }: Profile): Promise<Pixels> {
  const exact = stored.is16Bit && stored.channels === 3 ? matrixToSrgb(stored, icc) : undefined
  if (exact) return exact
  const fitting = icc.toString('latin1', 16, 20) === 'GRAY' ? firstChannel(stored) : stored
  const table = isTiff ? undefined : asChromiumReads(icc)
  if (!table) return byLittleCms(fitting, icc)
  return withWhite(await whiteOf(fitting, table), fitting, await byLittleCms(fitting, table))
}

/** Returns the first channel in 8 bits, because libvips ignores the profile of a 16-bit gray picture. */
function firstChannel({ data, width, height, channels, is16Bit }: StoredPixels): StoredPixels {
  const high = is16Bit ? 1 : 0
  const grey = Buffer.alloc(width * height)
  for (let pixel = 0; pixel < grey.length; pixel++) grey[pixel] = data[pixel * channels * (high + 1) + high] ?? 0
  return { data: grey, width, height, channels: 1 }
}

/**
 * sharp does not accept a profile for raw pixels (lovell/sharp#4195; remove the TIFF header when it does), but reads the profile of an
 * uncompressed TIFF.
 */
function byLittleCms(stored: StoredPixels, icc: Buffer): Promise<Pixels> {
  const image = open(Buffer.concat([tiffHeader(stored, icc), stored.data]))
  // libvips uses P3 for 16 bits with a profile, so this code must name sRGB as the output.
  return toPixels(stored.is16Bit ? image.withIccProfile('srgb', { attach: false }) : image.toColourspace('srgb'))
}

/** Little CMS computes 33 points for each channel of a table; these levels are the last two points below white. */
const [LAST, LAST_BUT_ONE] = [247, 239]

/** Returns the color that a table gives white, extrapolated from the two levels below white. */
async function whiteOf({ channels }: StoredPixels, table: Buffer): Promise<number[]> {
  const data = Buffer.concat([LAST, LAST_BUT_ONE].map(level => Buffer.alloc(channels, level)))
  const { data: shown } = await byLittleCms({ data, width: 2, height: 1, channels }, table)
  return [0, 1, 2].map(c => Math.min(255, 2 * (shown[c] ?? 0) - (shown[3 + c] ?? 0)))
}

/**
 * Little CMS converts white to white regardless of the table, which makes the colors next to white too bright. This function corrects them.
 */
function withWhite(white: number[], { data, channels, is16Bit }: StoredPixels, shown: Pixels): Pixels {
  const [size, high] = is16Bit ? [2, 1] : [1, 0]
  for (let pixel = 0, at = high; at < data.length; pixel++) {
    let darkest = 255
    for (let c = 0; c < channels; c++, at += size) darkest = Math.min(darkest, data[at] ?? 0)
    const part = (darkest - LAST) / (255 - LAST)
    for (let c = 0; part > 0 && c < 3; c++)
      shown.data[pixel * 3 + c] = Math.max(0, (shown.data[pixel * 3 + c] ?? 0) - part * (255 - (white[c] ?? 255)))
  }
  return shown
}

type Ink = Extract<Colours, { kind: 'cmyk' }>
async function inkToSrgb(stored: StoredPixels, { icc, isTiff }: Ink): Promise<Pixels> {
  if (!icc) return withoutInk(mixBlackIn(stored))
  const header = tiffHeader(stored, isTiff ? perceptual(icc) : (asChromiumReads(icc) ?? icc))
  const { data } = isTiff ? stored : mixBlackIn(stored)
  const image = open(Buffer.concat([header, data]))
  return toPixels(image.pipelineColourspace('cmyk').toColourspace('srgb'))
}

/** Replaces black by cyan, magenta and yellow of the same darkness. Chromium does this before it applies a profile. */
function mixBlackIn(stored: StoredPixels): StoredPixels {
  const data = Buffer.alloc(stored.data.length)
  for (let pixel = 0; pixel < data.length; pixel += 4) {
    const light = 255 - (stored.data[pixel + 3] ?? 0)
    for (let c = 0; c < 3; c++)
      data[pixel + c] = 255 - Math.floor(((255 - (stored.data[pixel + c] ?? 0)) * light) / 255)
  }
  return { ...stored, data }
}

/** Converts CMYK without a profile as browsers do: each ink darkens white paper. */
function withoutInk({ data, width, height }: StoredPixels): Pixels {
  const rgb = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < 3; c++) rgb[pixel * 3 + c] = 255 - (data[pixel * 4 + c] ?? 0)
  return { data: rgb, width, height, channels: 3 }
}

const SHORT = 3
const LONG = 4
const UNDEFINED = 7
const FIRST_ENTRY = 10
const PHOTOMETRIC = { grey: 1, rgb: 2, ink: 5 }

function tiffHeader({ width, height, channels, is16Bit }: StoredPixels, icc: Buffer): Buffer {
  const count = 12
  const bits = is16Bit ? 16 : 8
  const bitsAt = FIRST_ENTRY + count * 12 + 4
  const iccAt = bitsAt + channels * 2
  const dataAt = (iccAt + icc.length + 7) & ~7
  const isInk = icc.toString('latin1', 16, 20) === 'CMYK'
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    channels === 1 ? [258, SHORT, 1, bits] : [258, SHORT, channels, bitsAt],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, PHOTOMETRIC[isInk ? 'ink' : channels === 1 ? 'grey' : 'rgb']],
    [273, LONG, 1, dataAt],
    [277, SHORT, 1, channels],
    [278, LONG, 1, height],
    [279, LONG, 1, (width * height * channels * bits) / 8],
    [284, SHORT, 1, 1], // channels side by side
    [296, SHORT, 1, 1],
    [34675, UNDEFINED, icc.length, iccAt],
  ]
  return writeHeader({ entries, dataAt, bitsAt, bits: Array<number>(channels).fill(bits), iccAt, icc })
}

type Header = {
  entries: number[][]
  dataAt: number
  bitsAt: number
  bits: number[]
  iccAt: number
  icc: Buffer
}
function writeHeader({ entries, dataAt, bitsAt, bits, iccAt, icc }: Header): Buffer {
  const header = Buffer.alloc(dataAt)
  header.write('II*\0\b\0\0\0', 'latin1')
  header.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag = 0, type = 0, length = 0, value = 0], index) => {
    const at = FIRST_ENTRY + index * 12
    header.writeUInt16LE(tag, at)
    header.writeUInt16LE(type, at + 2)
    header.writeUInt32LE(length, at + 4)
    header.writeUInt32LE(value, at + 8)
  })
  bits.forEach((value, channel) => header.writeUInt16LE(value, bitsAt + channel * 2))
  icc.copy(header, iccAt)
  return header
}
