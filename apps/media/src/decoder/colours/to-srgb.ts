import { open, toPixels } from '../formats/locked-sharp.ts'
import type { Pixels, StoredPixels } from '../formats/pixels.ts'
import type { Colours } from './colour-space.ts'
import { toneMapped } from './tone-map.ts'

/**
 * Pixels of a file in sRGB, and upright by its EXIF orientation (1: it is). sharp cannot be given the profile of raw pixels
 * (lovell/sharp#4195, remove the header when it can), but reads the profile and the orientation of an uncompressed TIFF.
 */
export async function toSrgb(stored: StoredPixels, colours: Colours, orientation = 1): Promise<Pixels> {
  if (colours.kind === 'hdr') return toSrgb(toneMapped(stored, colours.light), SRGB, orientation)
  if (colours.kind === 'cmyk') return inkToSrgb(stored, colours.icc, orientation)
  const icc = colours.kind === 'profile' ? colours.icc : undefined
  if (!icc && orientation === 1) return stored
  const image = open(Buffer.concat([tiffHeader(stored, orientation, icc), stored.data])).autoOrient()
  // libvips works in P3 for 16 bits with a profile, so sRGB has to be named as its output.
  return toPixels(stored.is16Bit ? image.withIccProfile('srgb', { attach: false }) : image.toColourspace('srgb'))
}

function inkToSrgb(stored: StoredPixels, icc: Buffer | undefined, orientation: number): Promise<Pixels> {
  if (!icc) return toSrgb(withoutInk(stored), SRGB, orientation)
  const tiff = Buffer.concat([tiffHeader(stored, orientation, perceptual(icc)), stored.data])
  return toPixels(open(tiff).autoOrient().pipelineColourspace('cmyk').toColourspace('srgb'))
}

const SRGB: Colours = { kind: 'srgb', name: 'sRGB' }

/** Ink without a profile, as browsers show it: each colour on white paper, darkened by black. */
function withoutInk({ data, width, height }: StoredPixels): Pixels {
  const rgb = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const light = 255 - (data[pixel * 4 + 3] ?? 0)
    for (let c = 0; c < 3; c++) rgb[pixel * 3 + c] = Math.round(((255 - (data[pixel * 4 + c] ?? 0)) * light) / 255)
  }
  return { data: rgb, width, height, channels: 3 }
}

/**
 * Browsers use the perceptual table of an ink profile without compensating the black point. libvips does so only with the
 * colorimetric table, so the perceptual one takes its name.
 */
function perceptual(icc: Buffer): Buffer {
  const copy = Buffer.from(icc)
  const entries = Array.from({ length: icc.readUInt32BE(128) }, (_, index) => 132 + index * 12)
  const entry = (name: string): number | undefined => entries.find(at => icc.toString('latin1', at, at + 4) === name)
  const [perceptualAt, colorimetricAt] = [entry('A2B0'), entry('A2B1')]
  if (perceptualAt === undefined || colorimetricAt === undefined) return icc
  icc.copy(copy, colorimetricAt + 4, perceptualAt + 4, perceptualAt + 12)
  return copy
}

const SHORT = 3
const LONG = 4
const UNDEFINED = 7
const FIRST_ENTRY = 10
const PHOTOMETRIC = { grey: 1, rgb: 2, ink: 5 }

function tiffHeader({ width, height, channels, is16Bit }: StoredPixels, orientation: number, icc?: Buffer): Buffer {
  const count = icc ? 13 : 12
  const bits = is16Bit ? 16 : 8
  const bitsAt = FIRST_ENTRY + count * 12 + 4
  const iccAt = bitsAt + channels * 2
  const dataAt = (iccAt + (icc?.length ?? 0) + 7) & ~7
  const isInk = icc?.toString('latin1', 16, 20) === 'CMYK'
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    channels === 1 ? [258, SHORT, 1, bits] : [258, SHORT, channels, bitsAt],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, PHOTOMETRIC[isInk ? 'ink' : channels === 1 ? 'grey' : 'rgb']],
    [273, LONG, 1, dataAt],
    [274, SHORT, 1, orientation],
    [277, SHORT, 1, channels],
    [278, LONG, 1, height],
    [279, LONG, 1, (width * height * channels * bits) / 8],
    [284, SHORT, 1, 1], // channels side by side
    [296, SHORT, 1, 1],
  ]
  if (icc) entries.push([34675, UNDEFINED, icc.length, iccAt])
  return writeHeader({ entries, dataAt, bitsAt, bits: Array<number>(channels).fill(bits), iccAt, icc })
}

type Header = {
  entries: number[][]
  dataAt: number
  bitsAt: number
  bits: number[]
  iccAt: number
  icc?: Buffer | undefined
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
  icc?.copy(header, iccAt)
  return header
}
