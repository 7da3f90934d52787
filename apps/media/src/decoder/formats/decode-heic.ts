import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ResizeOptions } from 'sharp'
import type { Colours } from '../colours/colour-space.ts'
import { hasMoreThan8Bits, heifColours } from '../colours/stated/heif-colours.ts'
import { toSrgb } from '../colours/to-srgb.ts'
import { encodeJpeg } from '../variants/render.ts'
import { boxes, firstOfSequence } from './heic-sequence.ts'
import { openPixels, toStoredPixels } from './locked-sharp.ts'
import { checkSize, type FullSize, type Picture, samplesIn, type StoredPixels, undecodable } from './pixels.ts'
import { fitted, JPEG_QUALITY, longEdge } from '../../shared/sizes.ts'

/** The part of libheif-js that is used here; its own types lack `is_primary`. */
type HeifImage = {
  handle: unknown
  is_primary?(): boolean
  get_width(): number
  get_height(): number
  free(): void
}
type Plane = { data: Uint8Array; stride: number; bits_per_pixel: number }
type Heif = {
  HeifDecoder: new () => { decode(file: Buffer): HeifImage[] }
  heif_colorspace: { heif_colorspace_RGB: unknown }
  heif_chroma: Record<`heif_chroma_interleaved_${'RGB' | 'RGBA' | 'RRGGBB_LE' | 'RRGGBBAA_LE'}`, unknown>
  heif_image_handle_has_alpha_channel(handle: unknown): number
  /** `channels` is missing if decoding failed. */
  heif_js_decode_image2(handle: unknown, space: unknown, chroma: unknown): { image: unknown; channels?: Plane[] } | null
  heif_image_release(image: unknown): void
}

const require = createRequire(import.meta.url)
let heif: Heif | undefined
/** Loads the bundle: the default build is asm.js and half as fast, and `libheif-js/wasm` looks for its file in the working directory. */
const library = (): Heif => (heif ??= require('libheif-js/wasm-bundle') as Heif)

/** sharp has no HEVC decoder but reads the EXIF of HEIC files. */
export async function decodeHeic(path: string, exifOrientation: number, byExif: Colours): Promise<Picture> {
  const file = await readFile(path)
  const colours = (await heifColours(file)) ?? byExif
  const still = hasItems(file) ? file : (firstOfSequence(file) ?? file)
  const full = decodePrimary(still, colours.kind !== 'srgb' && hasMoreThan8Bits(still))
  // Resizing before the profile is applied reduces the work to a third.
  const small = await opaque(full, fitted(longEdge('lg', full)))
  const orientation = turnsItself(file) ? 1 : exifOrientation
  const isOnItsSide = orientation >= 5
  return {
    pixels: await toSrgb(small, colours, orientation),
    width: isOnItsSide ? full.height : full.width,
    height: isOnItsSide ? full.width : full.height,
    damage: isCutShort(file) ? 'HEIC: boxes reach beyond the end of the file' : null,
    ...(Math.max(full.width, full.height) > longEdge('lg', full) && { full: () => inFull(full, colours, orientation) }),
    colours,
  }
}

function opaque(full: StoredPixels, size?: ResizeOptions): Promise<StoredPixels> {
  const image = openPixels(full)
  if (full.channels === 4) image.flatten({ background: '#ffffff' })
  const sized = size ? image.resize(size) : image
  return toStoredPixels(full.is16Bit ? sized.toColourspace('rgb16') : sized, full.is16Bit === true)
}

async function inFull(full: StoredPixels, colours: Colours, orientation: number): Promise<FullSize> {
  return encodeJpeg(await toSrgb(await opaque(full), colours, orientation), JPEG_QUALITY.full)
}

/** libheif needs 35 bytes per pixel for 16 bits and 18 for 8, and a decoder has a memory limit of 1.5 GB. */
const PIXEL_LIMIT_16_BITS = 32e6

function decodePrimary(file: Buffer, is16Bit: boolean): StoredPixels {
  const images = new (library().HeifDecoder)().decode(file)
  try {
    const image = images.find(one => one.is_primary?.()) ?? images[0]
    if (!image) throw undecodable('HEIC: no picture inside')
    const [width, height] = [image.get_width(), image.get_height()]
    checkSize(width, height)
    return pixelsOf(image, is16Bit && width * height <= PIXEL_LIMIT_16_BITS)
  } finally {
    for (const image of images) image.free()
  }
}

/** A picture without transparency is decoded without an alpha channel, which saves a tenth of the time and a quarter of the memory. */
function pixelsOf(image: HeifImage, is16Bit: boolean): StoredPixels {
  const { heif_colorspace: spaces, heif_chroma: chromas, ...heif } = library()
  const channels = heif.heif_image_handle_has_alpha_channel(image.handle) ? 4 : 3
  const [chroma8, chroma16] =
    channels === 4
      ? [chromas.heif_chroma_interleaved_RGBA, chromas.heif_chroma_interleaved_RRGGBBAA_LE]
      : [chromas.heif_chroma_interleaved_RGB, chromas.heif_chroma_interleaved_RRGGBB_LE]
  const decoded = heif.heif_js_decode_image2(image.handle, spaces.heif_colorspace_RGB, is16Bit ? chroma16 : chroma8)
  const plane = decoded?.channels?.[0]
  if (!plane) throw undecodable('HEIC: the decoder gave up')
  const [width, height] = [image.get_width(), image.get_height()]
  const rowLength = width * channels * (is16Bit ? 2 : 1)
  const data = Buffer.allocUnsafeSlow(height * rowLength)
  for (let y = 0; y < height; y++)
    data.set(plane.data.subarray(y * plane.stride, y * plane.stride + rowLength), y * rowLength)
  heif.heif_image_release(decoded.image)
  if (is16Bit) scaleTo16Bits(data, plane.bits_per_pixel)
  return { data, width, height, channels, is16Bit }
}

/** Scales 10 or 12 bits so that the highest level becomes the highest level of 16 bits. */
function scaleTo16Bits(data: Buffer, bits: number): void {
  const levels = samplesIn({ data, is16Bit: true })
  const factor = 65_535 / (2 ** bits - 1)
  for (let at = 0; at < levels.length; at++) levels[at] = Math.round((levels[at] ?? 0) * factor)
}

/** Pictures are items of a `meta` box; a sequence may have no such box. */
const hasItems = (file: Buffer): boolean => [...boxes(file, 0, file.length)].some(({ type }) => type === 'meta')

/** libheif applies the rotation of the HEIC file itself. EXIF applies only if the file has none, as on iPhone 7 and Samsung S24 FE. */
function turnsItself(file: Buffer): boolean {
  const boxes = file.subarray(0, 256 * 1024)
  return boxes.includes('irot') || boxes.includes('imir')
}

/** Detects truncated files, because libheif renders missing tiles black without an error. */
export function isCutShort(file: Buffer): boolean {
  let at = 0
  while (at + 8 <= file.length) {
    let size = file.readUInt32BE(at)
    if (size === 0) return false // the box extends to the end
    if (size === 1 && at + 16 <= file.length) size = Number(file.readBigUInt64BE(at + 8))
    if (size < 8) return true
    at += size
  }
  return at > file.length
}
