import { readFile } from 'node:fs/promises'
import { type Colours, UNSTATED } from '../colours/colour-space.ts'
import { coloursOfIcc } from '../colours/colours.ts'
import { toSrgb } from '../colours/to-srgb.ts'
import { firstLine } from './decode-sharp.ts'
import { openPixels, toPixels } from './locked-sharp.ts'
import { checkSize, type Picture, type Pixels, undecodable } from './pixels.ts'
import { fitted, longEdge } from '../../shared/sizes.ts'

/** libvips does not read BMP. Of the decoders for Node, this one decodes every valid file of bmpsuite exactly. */
export async function decodeBmp(path: string, { isFullSize = false } = {}): Promise<Picture> {
  const file = await readFile(path)
  checkHeader(file)
  const { Transformer } = await import('@napi-rs/image')
  const full = await decode(new Transformer(file)).catch(error => {
    throw undecodable(firstLine(error))
  })
  const sized = isFullSize ? openPixels(full) : openPixels(full).resize(fitted(longEdge('lg', full)))
  const opaque = await toPixels(sized.flatten({ background: '#ffffff' }).toColourspace('srgb'))
  const colours = await coloursIn(file)
  return {
    pixels: await toSrgb(colours.kind === 'cmyk' ? asInk(opaque) : opaque, colours),
    width: full.width,
    height: full.height,
    damage: null,
    colours,
  }
}

const HEADER = 14
const VERSION_5 = 124
const [EMBEDDED, SRGB, SYSTEM] = ['MBED', 'sRGB', 'Win ']
/** Browsers apply embedded profiles but ignore linked profiles and calibrated primaries. */
async function coloursIn(file: Buffer): Promise<Colours> {
  if (file.readUInt32LE(HEADER) < VERSION_5 || file.length < HEADER + VERSION_5) return UNSTATED
  const field = (at: number): number => file.readUInt32LE(HEADER + at)
  const kind = file
    .toString('latin1', HEADER + 56, HEADER + 60)
    .split('')
    .toReversed()
    .join('')
  if (kind === SRGB || kind === SYSTEM) return { kind: 'srgb', name: 'sRGB' }
  const start = HEADER + field(112)
  const icc = kind === EMBEDDED ? file.subarray(start, start + field(116)) : undefined
  // Chromium applies a CMYK profile to the RGB values of a BMP.
  const isForInk = icc?.toString('latin1', 16, 20) === 'CMYK'
  return (await coloursOfIcc(icc, isForInk ? 'cmyk' : 'rgb')) ?? UNSTATED
}

/** Returns CMYK values without black that have these RGB values on white paper. */
function asInk({ data, width, height }: Pixels): Pixels {
  const ink = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < 3; c++) ink[pixel * 4 + c] = 255 - (data[pixel * 3 + c] ?? 0)
  return { data: ink, width, height, channels: 4 }
}

async function decode(image: import('@napi-rs/image').Transformer): Promise<Pixels> {
  const { width, height } = await image.metadata()
  const data = await image.rawPixels()
  return { data, width, height, channels: (data.length / (width * height)) as Pixels['channels'] }
}

const OS2_HEADER = 12
/** Checks the size before the decoder runs, because the decoder first allocates the memory. */
function checkHeader(file: Buffer): void {
  if (file.length < 26) throw undecodable('BMP: no header')
  const isOs2 = file.readUInt32LE(14) === OS2_HEADER
  const [width, height] = isOs2
    ? [file.readUInt16LE(18), file.readUInt16LE(20)]
    : [file.readInt32LE(18), Math.abs(file.readInt32LE(22))]
  checkSize(width, height)
}
