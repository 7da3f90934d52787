import { join } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { UNSTATED } from '../colours/colour-space.ts'
import { decodeBmp } from '../formats/decode-bmp.ts'
import { decodeHeic } from '../formats/decode-heic.ts'
import { asUnreadable, inspect } from '../formats/decode-sharp.ts'
import { open, openPixels } from '../formats/locked-sharp.ts'
import { tooLarge, undecodable } from '../formats/pixels.ts'
import type { LogoJob } from '../../shared/messages.ts'
import { fitted } from '../../shared/sizes.ts'

/** Whatever the image was, a PNG: upright, sRGB, 8 bits, with alpha and nothing else. */
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
  const metadata = await inspect(path)
  return toScreen(open(path, { failOn: 'error' }).autoOrient(), atMost(metadata, maxPixels))
}

/** As for photos (decode-sharp), but what is transparent stays so. */
const toScreen = (image: Sharp, { depth, icc }: Metadata): Sharp =>
  depth === 'ushort' && icc ? image.withIccProfile('srgb', { attach: false }) : image.toColourspace('srgb')

function atMost<T extends { width: number; height: number }>(picture: T, maxPixels: number): T {
  const { width, height } = picture
  if (width * height > maxPixels) throw tooLarge(`a logo of ${width}x${height}`)
  return picture
}
