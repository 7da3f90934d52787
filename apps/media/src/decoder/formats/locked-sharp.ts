import sharp, { type Sharp, type SharpInput, type SharpOptions } from 'sharp'
import { MAX_PIXELS, type Pixels, samplesOf, type StoredPixels } from './pixels.ts'

/**
 * Configures sharp for the process. Enables only the listed loaders, because libvips would also render SVG and PDF and pass other files to
 * ImageMagick.
 */
export function restrictSharp(): void {
  // A process decodes one photo at a time and reads each photo once, so it needs neither a cache nor threads.
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map(name => `VipsForeignLoad${name}`),
  })
}

/** Position of a picture in a TIFF file. */
export type PicturePosition = { page: number; tiff: { subifd: number } }

const SHARP_TIMEOUT_SECONDS = 60

/** Opens a picture with limits. All code of this service must use this function instead of sharp(). */
export function openPicture(input: SharpInput, options: SharpOptions = {}): Sharp {
  return sharp(input, { limitInputPixels: MAX_PIXELS, sequentialRead: true, ...options }).timeout({
    seconds: SHARP_TIMEOUT_SECONDS,
  })
}

/** Opens raw pixels. Callers must not pass sharp's `info`, because its `premultiplied` would change pictures without alpha. */
export function openPixels(stored: StoredPixels): Sharp {
  const { width, height, channels } = stored
  return openPicture(samplesOf(stored), { raw: { width, height, channels } })
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
 * Frees the memory of a buffer at once. Otherwise, buffers of this size cause a full garbage collection for nearly every photo, which takes
 * 5 % of the CPU time.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
