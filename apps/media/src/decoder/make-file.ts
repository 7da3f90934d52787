import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogoJob, MarkJob, ScaleJob } from '../shared/messages.ts'
import { fitted, JPEG_QUALITY, SCALED_EDGE } from '../shared/sizes.ts'
import { inspect } from './formats/decode-sharp.ts'
import { open, toPixels } from './formats/locked-sharp.ts'
import { Unreadable } from './formats/pixels.ts'
import { creditIn } from './jpeg/credit.ts'
import { withSegments } from './jpeg/jpeg-segments.ts'
import type { Helpers } from './process-file.ts'
import { encodeJpeg } from './variants/render.ts'
import { markPicture } from './watermark/mark-picture.ts'
import { normaliseLogo } from './watermark/normalise-logo.ts'

/**
 * Renders a download size from the large variant, which is upright and in sRGB, and copies its credit. The result is as sharp as one
 * rendered from the original (docs/media.md).
 */
export async function scaleFile({ path, folder, size }: ScaleJob): Promise<{ width: number; height: number }> {
  await inspect(path)
  const pixels = await toPixels(open(path).resize(fitted(SCALED_EDGE[size])))
  const { body, width, height } = await encodeJpeg(pixels, JPEG_QUALITY[size])
  await writeFile(join(folder, `${size}.jpg`), withSegments(body, creditIn(await readFile(path))))
  return { width, height }
}

/** Runs the jobs of watermarks and downloads. Each kind makes one file in its folder. */
export async function makeFile(
  job: LogoJob | MarkJob | ScaleJob,
  helpers: Helpers,
): Promise<{ width: number; height: number }> {
  if (job.kind === 'logo') return normaliseLogo(job)
  if (job.kind === 'scale') return scaleFile(job)
  if (job.kind === 'mark') return markPicture(job, helpers)
  throw new Unreadable('The photo could not be processed.', 'an unknown kind of job')
}
