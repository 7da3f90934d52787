import sharp, { type Sharp, type SharpInput, type SharpOptions } from 'sharp'
import { MAX_PIXELS, type Pixels, samplesOf, type StoredPixels } from './pixels.ts'

/**
 * Configures sharp for the process. Blocks all loaders except the listed ones, because libvips would also render SVG and PDF and pass other
 * files to ImageMagick.
 */
export function restrictSharp(): void {
  // a process decodes one photo at a time and reads each photo once, so neither a cache nor threads help
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map(name => `VipsForeignLoad${name}`),
  })
}

/** Position of a picture in a TIFF file, as sharp options. */
export type PicturePosition = { page: number; tiff: { subifd: number } }

const SHARP_TIMEOUT_SECONDS = 60

/** Opens a picture with limits of size and time. All code of this service must use this function instead of sharp(). */
export function openPicture(input: SharpInput, options: SharpOptions = {}): Sharp {
  return sharp(input, { limitInputPixels: MAX_PIXELS, sequentialRead: true, ...options }).timeout({
    seconds: SHARP_TIMEOUT_SECONDS,
  })
}

/** Opens raw pixels. sharp's `info` is not passed on, because its `premultiplied` would change pictures without alpha. */
export function openPixels(stored: StoredPixels): Sharp {
  const { width, height, channels } = stored
  return openPicture(samplesOf(stored), { raw: { width, height, channels } })
}

/** Returns the pixels without conversion, with 16 or 8 bits per channel. */
export async function toStoredPixels(image: Sharp, is16Bit: boolean): Promise<StoredPixels> {
  const { data, info } = await image.raw({ depth: is16Bit ? 'ushort' : 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'], is16Bit }
}

export const toPixels = (image: Sharp): Promise<Pixels> => toStoredPixels(image, false)

/**
 * Frees the memory of a buffer immediately. Buffers of a whole photo otherwise cause a full garbage collection for nearly every photo,
 * which takes 5 % of the CPU time.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
