import { readFile } from 'node:fs/promises'
import { variantEdge } from '@daymark/contracts/limits'
import { type ColorSpace, UNSTATED_COLOR_SPACE } from '../colors/color-space.ts'
import { colorSpaceOfIcc } from '../colors/colors.ts'
import { toSrgb } from '../colors/to-srgb.ts'
import { firstLineOf } from './decode-sharp.ts'
import { openPixels, toPixels } from './locked-sharp.ts'
import { assertSize, type DecodedPicture, type Pixels, undecodableFile } from './pixels.ts'
import { fitInside } from '../../shared/sizes.ts'

/** Decodes BMP with @napi-rs/image, because libvips does not support BMP. */
export async function decodeBmp(path: string, { isFullSize = false } = {}): Promise<DecodedPicture> {
  const file = await readFile(path)
  assertDecodableSize(file)
  const { Transformer } = await import('@napi-rs/image')
  const full = await decodePixels(new Transformer(file)).catch(error => {
    throw undecodableFile(firstLineOf(error))
  })
  const sized = isFullSize ? openPixels(full) : openPixels(full).resize(fitInside(variantEdge('lg', full)))
  const opaque = await toPixels(sized.flatten({ background: '#ffffff' }).toColorspace('srgb'))
  const colors = await readBmpColorSpace(file)
  return {
    pixels: await toSrgb(colors.kind === 'cmyk' ? toCmyk(opaque) : opaque, colors),
    width: full.width,
    height: full.height,
    damage: null,
    colors,
  }
}

const INFO_HEADER_START = 14
const V5_HEADER_LENGTH = 124
const [EMBEDDED_PROFILE, SRGB_COLOR_SPACE, WINDOWS_COLOR_SPACE] = ['MBED', 'sRGB', 'Win ']
/** Returns the color space of a BMP. As in browsers, embedded profiles apply; linked profiles and calibrated primaries do not. */
async function readBmpColorSpace(file: Buffer): Promise<ColorSpace> {
  if (file.readUInt32LE(INFO_HEADER_START) < V5_HEADER_LENGTH || file.length < INFO_HEADER_START + V5_HEADER_LENGTH)
    return UNSTATED_COLOR_SPACE
  const field = (offset: number): number => file.readUInt32LE(INFO_HEADER_START + offset)
  const kind = file
    .toString('latin1', INFO_HEADER_START + 56, INFO_HEADER_START + 60)
    .split('')
    .toReversed()
    .join('')
  if (kind === SRGB_COLOR_SPACE || kind === WINDOWS_COLOR_SPACE) return { kind: 'srgb', name: 'sRGB' }
  const start = INFO_HEADER_START + field(112)
  const icc = kind === EMBEDDED_PROFILE ? file.subarray(start, start + field(116)) : undefined
  // Chromium applies a CMYK profile to the RGB values of a BMP.
  const isCmykProfile = icc?.toString('latin1', 16, 20) === 'CMYK'
  return (await colorSpaceOfIcc(icc, isCmykProfile ? 'cmyk' : 'rgb')) ?? UNSTATED_COLOR_SPACE
}

/** Converts RGB to CMYK values without black. */
function toCmyk({ data, width, height }: Pixels): Pixels {
  const ink = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < 3; c++) ink[pixel * 4 + c] = 255 - (data[pixel * 3 + c] ?? 0)
  return { data: ink, width, height, channels: 4 }
}

async function decodePixels(image: import('@napi-rs/image').Transformer): Promise<Pixels> {
  const { width, height } = await image.metadata()
  const data = await image.rawPixels()
  return { data, width, height, channels: (data.length / (width * height)) as Pixels['channels'] }
}

const OS2_HEADER_LENGTH = 12
/** Checks the size before decoding, because the decoder first allocates memory for the stated size. */
function assertDecodableSize(file: Buffer): void {
  if (file.length < 26) throw undecodableFile('BMP: no header')
  const isOs2 = file.readUInt32LE(14) === OS2_HEADER_LENGTH
  const [width, height] = isOs2
    ? [file.readUInt16LE(18), file.readUInt16LE(20)]
    : [file.readInt32LE(18), Math.abs(file.readInt32LE(22))]
  assertSize(width, height)
}
