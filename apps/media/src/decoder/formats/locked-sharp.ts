import sharp, { type Sharp, type SharpInput, type SharpOptions } from 'sharp'
import { PIXEL_LIMIT, type Pixels, samplesIn, type StoredPixels } from './pixels.ts'

/**
 * Prepares sharp for the whole process; a decoder calls it before its first job. libvips would render SVG and PDF and pass unusual files to
 * ImageMagick, regardless of their names, so only the loaders listed here stay enabled.
 */
export function lockSharp(): void {
  // Each process decodes one photo at a time. It reads every photo only once, so a cache is useless.
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map(name => `VipsForeignLoad${name}`),
  })
}

/** The position of a picture in a file of several. */
export type Place = { page: number; tiff: { subifd: number } }

const SECONDS_PER_STEP = 60

/** The only function in this service that opens a picture with sharp. */
export function open(input: SharpInput, options: SharpOptions = {}): Sharp {
  return sharp(input, { limitInputPixels: PIXEL_LIMIT, sequentialRead: true, ...options }).timeout({
    seconds: SECONDS_PER_STEP,
  })
}

/** Does not pass sharp's own `info` back, because its `premultiplied` would spoil a picture that no longer has alpha. */
export function openPixels(stored: StoredPixels): Sharp {
  const { width, height, channels } = stored
  return open(samplesIn(stored), { raw: { width, height, channels } })
}

/** Returns the pixels without conversion, with 16 bits per channel if the picture has them. */
export async function toStoredPixels(image: Sharp, is16Bit: boolean): Promise<StoredPixels> {
  const { data, info } = await image.raw({ depth: is16Bit ? 'ushort' : 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'], is16Bit }
}

export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] }
}

/**
 * Frees a picture or file that is not used any more. Left to the garbage collector, buffers of this size cause a collection of the whole
 * heap for nearly every photo, which takes 5 % of its CPU time.
 */
export function free({ buffer, byteLength }: Buffer): void {
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
