import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ResizeOptions } from 'sharp'
import { variantEdge } from '@daymark/contracts/limits'
import type { ColorSpace } from '../colors/color-space.ts'
import { hasMoreThan8Bits, readHeifColorSpace } from '../colors/stated/heif-colors.ts'
import { toSrgb } from '../colors/to-srgb.ts'
import { encodeJpeg } from '../variants/render.ts'
import { readBoxes, extractFirstPicture } from './heic-sequence.ts'
import { openPixels, toStoredPixels } from './locked-sharp.ts'
import {
  assertSize,
  type FullSizeJpeg,
  type DecodedPicture,
  samplesOf,
  type StoredPixels,
  undecodableFile,
} from './pixels.ts'
import { fitInside, JPEG_QUALITY } from '../../shared/sizes.ts'

/** The functions of libheif-js that this file uses. The types of the package do not declare `is_primary`. */
type HeifImage = {
  handle: unknown
  is_primary?(): boolean
  get_width(): number
  get_height(): number
  free(): void
}
type HeifPlane = { data: Uint8Array; stride: number; bits_per_pixel: number }
type LibHeif = {
  HeifDecoder: new () => { decode(file: Buffer): HeifImage[] }
  heif_colorspace: { heif_colorspace_RGB: unknown }
  heif_chroma: Record<`heif_chroma_interleaved_${'RGB' | 'RGBA' | 'RRGGBB_LE' | 'RRGGBBAA_LE'}`, unknown>
  heif_image_handle_has_alpha_channel(handle: unknown): number
  /** `channels` is missing if decoding failed. */
  heif_js_decode_image2(
    handle: unknown,
    space: unknown,
    chroma: unknown,
  ): { image: unknown; channels?: HeifPlane[] } | null
  heif_image_release(image: unknown): void
}

const require = createRequire(import.meta.url)
let libHeif: LibHeif | undefined
/**
 * Loads libheif as a WebAssembly bundle. The asm.js build is half as fast, and `libheif-js/wasm` would read its file from the working
 * directory.
 */
const loadLibHeif = (): LibHeif => (libHeif ??= require('libheif-js/wasm-bundle') as LibHeif)

/** Decodes HEIC with libheif, because sharp has no HEVC decoder. */
export async function decodeHeic(
  path: string,
  exifOrientation: number,
  exifColors: ColorSpace,
): Promise<DecodedPicture> {
  const file = await readFile(path)
  const colors = (await readHeifColorSpace(file)) ?? exifColors
  const stillPicture = hasMetaBox(file) ? file : (extractFirstPicture(file) ?? file)
  const full = decodePrimary(stillPicture, colors.kind !== 'srgb' && hasMoreThan8Bits(stillPicture))
  // resizing before the color conversion reduces the work to a third
  const largeVariant = await flattenAndResize(full, fitInside(variantEdge('lg', full)))
  const orientation = hasRotation(file) ? 1 : exifOrientation
  const isSideways = orientation >= 5
  return {
    pixels: await toSrgb(largeVariant, colors, orientation),
    width: isSideways ? full.height : full.width,
    height: isSideways ? full.width : full.height,
    damage: isTruncated(file) ? 'HEIC: boxes reach beyond the end of the file' : null,
    ...(Math.max(full.width, full.height) > variantEdge('lg', full) && {
      full: () => encodeFullSize(full, colors, orientation),
    }),
    colors,
  }
}

function flattenAndResize(full: StoredPixels, size?: ResizeOptions): Promise<StoredPixels> {
  const image = openPixels(full)
  if (full.channels === 4) image.flatten({ background: '#ffffff' })
  const sized = size ? image.resize(size) : image
  return toStoredPixels(full.is16Bit ? sized.toColorspace('rgb16') : sized, full.is16Bit === true)
}

async function encodeFullSize(full: StoredPixels, colors: ColorSpace, orientation: number): Promise<FullSizeJpeg> {
  return encodeJpeg(await toSrgb(await flattenAndResize(full), colors, orientation), JPEG_QUALITY.full)
}

/**
 * Larger pictures are decoded with 8 bits: libheif needs 35 bytes per pixel for 16 bits and 18 for 8, and a decoding process has a memory
 * limit of 1.5 GB.
 */
const MAX_16_BIT_PIXELS = 32e6

function decodePrimary(file: Buffer, is16Bit: boolean): StoredPixels {
  const images = new (loadLibHeif().HeifDecoder)().decode(file)
  try {
    const image = images.find(one => one.is_primary?.()) ?? images[0]
    if (!image) throw undecodableFile('HEIC: no picture inside')
    const [width, height] = [image.get_width(), image.get_height()]
    assertSize(width, height)
    return decodePixels(image, is16Bit && width * height <= MAX_16_BIT_PIXELS)
  } finally {
    for (const image of images) image.free()
  }
}

/**
 * Decodes one picture. Without transparency, no alpha channel is requested, which saves a tenth of the time and a quarter of the memory.
 */
function decodePixels(image: HeifImage, is16Bit: boolean): StoredPixels {
  const { heif_colorspace: spaces, heif_chroma: chromas, ...heif } = loadLibHeif()
  const channels = heif.heif_image_handle_has_alpha_channel(image.handle) ? 4 : 3
  const [chroma8, chroma16] =
    channels === 4
      ? [chromas.heif_chroma_interleaved_RGBA, chromas.heif_chroma_interleaved_RRGGBBAA_LE]
      : [chromas.heif_chroma_interleaved_RGB, chromas.heif_chroma_interleaved_RRGGBB_LE]
  const decoded = heif.heif_js_decode_image2(image.handle, spaces.heif_colorspace_RGB, is16Bit ? chroma16 : chroma8)
  const plane = decoded?.channels?.[0]
  if (!plane) throw undecodableFile('HEIC: libheif could not decode the picture')
  const [width, height] = [image.get_width(), image.get_height()]
  const rowLength = width * channels * (is16Bit ? 2 : 1)
  const data = Buffer.allocUnsafeSlow(height * rowLength)
  for (let y = 0; y < height; y++)
    data.set(plane.data.subarray(y * plane.stride, y * plane.stride + rowLength), y * rowLength)
  heif.heif_image_release(decoded.image)
  if (is16Bit) scaleTo16Bits(data, plane.bits_per_pixel)
  return { data, width, height, channels, is16Bit }
}

/** Scales levels of `bits` bits so that the highest one becomes the highest 16-bit level. */
function scaleTo16Bits(data: Buffer, bits: number): void {
  const levels = samplesOf({ data, is16Bit: true })
  const factor = 65_535 / (2 ** bits - 1)
  for (let offset = 0; offset < levels.length; offset++) levels[offset] = Math.round((levels[offset] ?? 0) * factor)
}

/** Returns true if the file has a `meta` box, which contains still pictures. Files with a picture sequence may lack it. */
const hasMetaBox = (file: Buffer): boolean => [...readBoxes(file, 0, file.length)].some(({ type }) => type === 'meta')

/**
 * Returns true if the file has a rotation property, which libheif applies. Without it, the EXIF orientation applies, as in files of iPhone
 * 7 and Samsung S24 FE.
 */
function hasRotation(file: Buffer): boolean {
  const boxes = file.subarray(0, 256 * 1024)
  return boxes.includes('irot') || boxes.includes('imir')
}

/** Returns true if the file is truncated. libheif shows missing tiles in black without an error. */
export function isTruncated(file: Buffer): boolean {
  let offset = 0
  while (offset + 8 <= file.length) {
    let size = file.readUInt32BE(offset)
    if (size === 0) return false // the box extends to the end
    if (size === 1 && offset + 16 <= file.length) size = Number(file.readBigUInt64BE(offset + 8))
    if (size < 8) return true
    offset += size
  }
  return offset > file.length
}
