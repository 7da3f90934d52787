import { placeWatermark, type Size } from '@daymark/contracts/watermark'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import type { WatermarkJob } from '../../shared/messages.ts'
import { JPEG_QUALITY } from '../../shared/sizes.ts'
import { UNSTATED_COLOR_SPACE } from '../colors/color-space.ts'
import { readColorSpace } from '../colors/stated/file-colors.ts'
import { readExifBlock } from '../exif/exif-block.ts'
import { decodeBmp } from '../formats/decode-bmp.ts'
import { decodeWithSharp, is8BitRgb, readSharpMetadata } from '../formats/decode-sharp.ts'
import { openPicture, openPixels, toPixels } from '../formats/locked-sharp.ts'
import { type DecodedPicture, undecodableFile } from '../formats/pixels.ts'
import { decodeTiff, findPhotoPosition } from '../formats/tiff/decode-tiff.ts'
import { readCreditSegments } from '../jpeg/credit.ts'
import { insertProfile, insertSegments } from '../jpeg/jpeg-segments.ts'
import { type DecoderTools, readCredit } from '../process-file.ts'

/** An upright picture to which the watermark is added. `profile` must be inserted into the resulting JPEG. */
type OpenedPicture = Size & {
  image: Sharp
  profile?: Buffer | undefined
}

/** Opens the full-size photo (rule 39). An 8-bit RGB JPEG keeps its pixel values and its profile; all other files are converted to sRGB. */
async function openFullSize({ path, type }: WatermarkJob): Promise<OpenedPicture> {
  if (type === 'bmp') return toOpenedPicture(await decodeBmp(path, { isFullSize: true }))
  if (type === 'heic' || type === 'raw')
    throw undecodableFile(`${type}: add the watermark to the full-size JPEG instead`)
  if (type === 'tiff') return openTiff(path)
  const metadata = await readSharpMetadata(path)
  const tags = await readExifBlock(metadata.exif)
  const colors = await readColorSpace({ path, type }, metadata, tags)
  if (type !== 'jpeg' || !is8BitRgb(metadata))
    return toOpenedPicture(await decodeWithSharp(path, metadata, { colors, isFullSize: true }))
  const { width, height } = metadata.autoOrient
  const image = openPicture(path, { failOn: 'none', ignoreIcc: true }).autoOrient()
  return { image, width, height, profile: colors.kind === 'profile' ? colors.icc : undefined }
}

async function openTiff(path: string): Promise<OpenedPicture> {
  const metadata = await readSharpMetadata(path, findPhotoPosition(path)).catch(() => undefined)
  const tags = await readExifBlock(metadata?.exif)
  const colors = metadata ? await readColorSpace({ path, type: 'tiff' }, metadata, tags) : UNSTATED_COLOR_SPACE
  return toOpenedPicture(await decodeTiff(path, { metadata, colors, isFullSize: true }))
}

const toOpenedPicture = ({ pixels }: DecodedPicture): OpenedPicture => ({
  image: openPixels(pixels),
  width: pixels.width,
  height: pixels.height,
})

/** Number of cached logos. Most pictures of a gallery need the logo in the same few sizes. */
const MAX_CACHED_LOGOS = 8
const MAX_CACHED_BYTES = 8 * 1024 ** 2
const logoCache = new Map<string, Buffer>()

/** Returns the RGBA pixels of the logo in the given size and opacity. */
export async function prepareLogo(
  logo: WatermarkJob['logo'],
  { width, height }: Size,
  opacity: number,
): Promise<Buffer> {
  const key = `${logo.id} ${width}x${height} ${opacity}`
  const cachedLogo = logoCache.get(key)
  if (cachedLogo) return cachedLogo
  const { data } = await toPixels(openPicture(logo.path).resize({ width, height, fit: 'fill' }).ensureAlpha())
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = Math.round((data[alpha] ?? 0) * opacity)
  if (data.length <= MAX_CACHED_BYTES) cacheLogo(key, data)
  return data
}

function cacheLogo(key: string, pixels: Buffer): void {
  const [oldest] = logoCache.keys()
  if (logoCache.size >= MAX_CACHED_LOGOS && oldest !== undefined) logoCache.delete(oldest)
  logoCache.set(key, pixels)
}

/** Renders a variant or the full-size photo with the watermark. */
export async function addWatermark(job: WatermarkJob, decoderTools: DecoderTools): Promise<Size> {
  const { image, width, height, profile } = job.variant ? openVariant(job.path, job.variant) : await openFullSize(job)
  const { opacity, left, top, ...logoSize } = placeWatermark({ width, height }, job.logo, job.placing, job.photo)
  const logoPixels = await prepareLogo(job.logo, logoSize, opacity)
  const { data, info } = await image
    .composite([{ input: logoPixels, raw: { ...logoSize, channels: 4 }, left, top }])
    .toColorspace('srgb')
    .jpeg({ quality: JPEG_QUALITY[job.variant?.name ?? 'full'], chromaSubsampling: '4:2:0', optimizeCoding: false })
    .toBuffer({ resolveWithObject: true })
  const credit = job.variant ? readCreditSegments(await readFile(job.path)) : await readCredit(job, decoderTools)
  await writeFile(join(job.folder, 'marked.jpg'), insertSegments(profile ? insertProfile(data, profile) : data, credit))
  return { width: info.width, height: info.height }
}

/** Opens a variant, which is always upright, in sRGB and without a profile. */
const openVariant = (path: string, { width, height }: Size): OpenedPicture => ({
  width,
  height,
  image: openPicture(path, { failOn: 'none' }),
})
