import { placeWatermark, type Size } from '@daymark/contracts/watermark'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MarkJob } from '../../shared/messages.ts'
import { JPEG_QUALITY } from '../../shared/sizes.ts'
import { open, toPixels } from '../formats/locked-sharp.ts'
import { creditIn } from '../jpeg/credit.ts'
import { withProfile, withSegments } from '../jpeg/jpeg-segments.ts'
import { type Helpers, readCredit } from '../process-file.ts'
import { type Opened, openWhole } from './open-whole.ts'

/** The maximum number of cached logos, one per size. Most pictures of a gallery have the same size. */
const MAX_CACHED = 8
const MAX_CACHED_BYTES = 8 * 1024 ** 2
const cached = new Map<string, Buffer>()

/** Returns the logo as RGBA rows, with the size that it has on the picture and the opacity of the settings. */
export async function preparedMark(logo: MarkJob['logo'], { width, height }: Size, opacity: number): Promise<Buffer> {
  const key = `${logo.id} ${width}x${height} ${opacity}`
  const known = cached.get(key)
  if (known) return known
  const { data } = await toPixels(open(logo.path).resize({ width, height, fit: 'fill' }).ensureAlpha())
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round((data[at] ?? 0) * opacity)
  if (data.length <= MAX_CACHED_BYTES) cache(key, data)
  return data
}

function cache(key: string, mark: Buffer): void {
  const [oldest] = cached.keys()
  if (cached.size >= MAX_CACHED && oldest !== undefined) cached.delete(oldest)
  cached.set(key, mark)
}

/** Renders a variant or the whole photo with the logo at the position of the settings. */
export async function markPicture(job: MarkJob, helpers: Helpers): Promise<Size> {
  const { image, width, height, profile } = job.variant ? variant(job.path, job.variant) : await openWhole(job)
  const { opacity, ...at } = placeWatermark({ width, height }, job.logo, job.placing, job.photo)
  const mark = await preparedMark(job.logo, at, opacity)
  const { data, info } = await image
    .composite([{ input: mark, raw: { width: at.width, height: at.height, channels: 4 }, left: at.left, top: at.top }])
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY[job.variant?.name ?? 'full'], chromaSubsampling: '4:2:0', optimizeCoding: false })
    .toBuffer({ resolveWithObject: true })
  const credit = job.variant ? creditIn(await readFile(job.path)) : await readCredit(job, helpers)
  await writeFile(join(job.folder, 'marked.jpg'), withSegments(profile ? withProfile(data, profile) : data, credit))
  return { width: info.width, height: info.height }
}

/** Daymark has rendered the variant, so it is upright, in sRGB and without a profile. */
const variant = (path: string, { width, height }: Size): Opened => ({
  width,
  height,
  image: open(path, { failOn: 'none' }),
})
