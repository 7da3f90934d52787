import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogoJob, WatermarkJob, ScaleJob } from '../shared/messages.ts'
import { fitInside, JPEG_QUALITY, SCALED_LONG_EDGE } from '../shared/sizes.ts'
import { readSharpMetadata } from './formats/decode-sharp.ts'
import { openPicture, toPixels } from './formats/locked-sharp.ts'
import { UnreadableFile } from './formats/pixels.ts'
import { readCreditSegments } from './jpeg/credit.ts'
import { insertSegments } from './jpeg/jpeg-segments.ts'
import type { DecoderTools } from './process-file.ts'
import { encodeJpeg } from './variants/render.ts'
import { addWatermark } from './watermark/add-watermark.ts'
import { convertLogo } from './watermark/convert-logo.ts'

/**
 * Renders a download size from the large variant, with the credit of that file. The result is as sharp as a rendering from the original
 * (docs/media.md).
 */
async function scaleFile({ path, folder, size }: ScaleJob): Promise<{ width: number; height: number }> {
  await readSharpMetadata(path)
  const pixels = await toPixels(openPicture(path).resize(fitInside(SCALED_LONG_EDGE[size])))
  const { body, width, height } = await encodeJpeg(pixels, JPEG_QUALITY[size])
  await writeFile(join(folder, `${size}.jpg`), insertSegments(body, readCreditSegments(await readFile(path))))
  return { width, height }
}

/** Runs a job that creates a single file. */
export async function makeFile(
  job: LogoJob | WatermarkJob | ScaleJob,
  decoderTools: DecoderTools,
): Promise<{ width: number; height: number }> {
  if (job.kind === 'logo') return convertLogo(job)
  if (job.kind === 'scale') return scaleFile(job)
  if (job.kind === 'mark') return addWatermark(job, decoderTools)
  throw new UnreadableFile('The photo could not be processed.', 'unknown kind of job')
}
