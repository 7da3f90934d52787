import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { UNSTATED } from '../colours/colour-space.ts'
import { coloursOf } from '../colours/stated/file-colours.ts'
import { toSrgb } from '../colours/to-srgb.ts'
import { readExifBlock } from '../exif/exif-block.ts'
import { decodeBmp } from '../formats/decode-bmp.ts'
import { decodeHeic } from '../formats/decode-heic.ts'
import { asStored, asUnreadable, inspect } from '../formats/decode-sharp.ts'
import { decodeTiff } from '../formats/tiff/decode-tiff.ts'
import { open, openPixels, toPixels } from '../formats/locked-sharp.ts'
import { type Pixels, tooLarge, undecodable } from '../formats/pixels.ts'
import type { LogoJob } from '../../shared/messages.ts'
import { fitted } from '../../shared/sizes.ts'

/** Converts an image to an upright PNG in sRGB with 8 bits and alpha, without metadata. */
export async function normaliseLogo(job: LogoJob): Promise<{ width: number; height: number }> {
  const image = (await upright(job)).resize(fitted(job.longEdge)).ensureAlpha()
  const { width, height } = await image
    .png({ compressionLevel: 6 })
    .toFile(join(job.folder, 'logo.png'))
    .catch(asUnreadable)
  return { width, height }
}

async function upright({ path, type, maxPixels }: LogoJob): Promise<Sharp> {
  if (type === 'raw') throw undecodable('a RAW file is no logo')
  if (type === 'bmp') return openPixels(atMost(await decodeBmp(path), maxPixels).pixels)
  if (type === 'heic') return openPixels(atMost(await decodeHeic(path, 1, UNSTATED), maxPixels).pixels)
  const metadata = atMost(await inspect(path), maxPixels)
  const colours = await coloursOf({ path, type }, metadata, await readExifBlock(metadata.exif))
  if (!metadata.hasAlpha && type === 'tiff')
    return openPixels((await decodeTiff(path, { metadata, colours, isFullSize: true })).pixels)
  const stored = () => open(path, { failOn: 'error', ignoreIcc: true }).autoOrient()
  const opaque = await asStored(stored().removeAlpha(), { ...metadata, hasAlpha: false }, colours).catch(asUnreadable)
  const picture = await toSrgb(opaque, colours)
  if (!metadata.hasAlpha) return openPixels(picture)
  return openPixels(withAlpha(picture, await toPixels(stored().extractChannel('alpha').toColourspace('b-w'))))
}

function withAlpha({ data: rgb, width, height }: Pixels, { data: alpha }: Pixels): Pixels {
  const data = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgb.copy(data, pixel * 4, pixel * 3, pixel * 3 + 3)
    data[pixel * 4 + 3] = alpha[pixel] ?? 0
  }
  return { data, width, height, channels: 4 }
}

function atMost<T extends { width: number; height: number }>(picture: T, maxPixels: number): T {
  const { width, height } = picture
  if (width * height > maxPixels) throw tooLarge(`a logo of ${width}x${height}`)
  return picture
}
