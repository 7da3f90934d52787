import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeWatermark, type Size } from '@daymark/contracts/watermark'
import { open } from '../formats/locked-sharp.ts'
import { creditIn, withSegments } from '../jpeg/credit.ts'
import { withProfile } from '../jpeg/with-profile.ts'
import type { MarkJob } from '../../shared/messages.ts'
import { JPEG_QUALITY } from '../../shared/sizes.ts'
import { type Helpers, readCredit } from '../process-file.ts'
import { preparedMark } from './prepared-mark.ts'
import { openWhole } from './open-whole.ts'
import type { Opened } from './opened.ts'

/** A variant, or the whole photo, with the logo where the settings put it. */
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

/** Made by us: upright, sRGB, without a profile. */
const variant = (path: string, { width, height }: Size): Opened => ({
  width,
  height,
  image: open(path, { failOn: 'none' }),
})
