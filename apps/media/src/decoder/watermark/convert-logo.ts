import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { UNSTATED_COLOR_SPACE } from '../colors/color-space.ts'
import { readColorSpace } from '../colors/stated/file-colors.ts'
import { toSrgb } from '../colors/to-srgb.ts'
import { readExifBlock } from '../exif/exif-block.ts'
import { decodeBmp } from '../formats/decode-bmp.ts'
import { decodeHeic } from '../formats/decode-heic.ts'
import { toUnconvertedPixels, throwUnreadable, readSharpMetadata } from '../formats/decode-sharp.ts'
import { decodeTiff } from '../formats/tiff/decode-tiff.ts'
import { openPicture, openPixels, toPixels } from '../formats/locked-sharp.ts'
import { type Pixels, tooLargeFile, undecodableFile } from '../formats/pixels.ts'
import type { LogoJob } from '../../shared/messages.ts'
import { fitInside } from '../../shared/sizes.ts'

/** Converts a logo to an upright 8-bit PNG in sRGB, with transparency and without metadata. */
export async function convertLogo(job: LogoJob): Promise<{ width: number; height: number }> {
  const image = (await openUpright(job)).resize(fitInside(job.longEdge)).ensureAlpha()
  const { width, height } = await image
    .png({ compressionLevel: 6 })
    .toFile(join(job.folder, 'logo.png'))
    .catch(throwUnreadable)
  return { width, height }
}

async function openUpright({ path, type, maxPixels }: LogoJob): Promise<Sharp> {
  if (type === 'raw') throw undecodableFile('RAW files are not supported as logos')
  if (type === 'bmp') return openPixels(assertMaxPixels(await decodeBmp(path), maxPixels).pixels)
  if (type === 'heic')
    return openPixels(assertMaxPixels(await decodeHeic(path, 1, UNSTATED_COLOR_SPACE), maxPixels).pixels)
  const metadata = assertMaxPixels(await readSharpMetadata(path), maxPixels)
  const colors = await readColorSpace({ path, type }, metadata, await readExifBlock(metadata.exif))
  if (!metadata.hasAlpha && type === 'tiff')
    return openPixels((await decodeTiff(path, { metadata, colors, isFullSize: true })).pixels)
  const openStored = () => openPicture(path, { failOn: 'error', ignoreIcc: true }).autoOrient()
  const opaque = await toUnconvertedPixels(openStored().removeAlpha(), { ...metadata, hasAlpha: false }, colors).catch(
    throwUnreadable,
  )
  const picture = await toSrgb(opaque, colors)
  if (!metadata.hasAlpha) return openPixels(picture)
  return openPixels(addAlpha(picture, await toPixels(openStored().extractChannel('alpha').toColorspace('b-w'))))
}

function addAlpha({ data: rgb, width, height }: Pixels, { data: alpha }: Pixels): Pixels {
  const data = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgb.copy(data, pixel * 4, pixel * 3, pixel * 3 + 3)
    data[pixel * 4 + 3] = alpha[pixel] ?? 0
  }
  return { data, width, height, channels: 4 }
}

function assertMaxPixels<T extends { width: number; height: number }>(picture: T, maxPixels: number): T {
  const { width, height } = picture
  if (width * height > maxPixels) throw tooLargeFile(`a logo of ${width}x${height}`)
  return picture
}
