import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type {
  LogoJob,
  WatermarkJob,
  ScaleJob,
  ChildSettings,
  Job,
  DecoderMessage,
  JobResult,
} from '../shared/messages.ts'
import { siblingProgramUrl } from '../shared/runtime.ts'
import { fitInside, JPEG_QUALITY, SCALED_LONG_EDGE } from '../shared/sizes.ts'
import { drawCard } from './cards/draw-card.ts'
import { ExifReader } from './exif/exiftool/exif-tool.ts'
import { readSharpMetadata, isMachineFault } from './formats/decode-sharp.ts'
import { openPicture, toPixels, restrictSharp } from './formats/locked-sharp.ts'
import { UnreadableFile } from './formats/pixels.ts'
import { readCreditSegments } from './jpeg/credit.ts'
import { insertSegments } from './jpeg/jpeg-segments.ts'
import { type DecoderTools, processFile } from './process-file.ts'
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

/** Runs a job that creates a single file: a logo, a watermarked picture or a download size. */
async function createFile(
  job: LogoJob | WatermarkJob | ScaleJob,
  decoderTools: DecoderTools,
): Promise<{ width: number; height: number }> {
  if (job.kind === 'logo') return convertLogo(job)
  if (job.kind === 'scale') return scaleFile(job)
  if (job.kind === 'mark') return addWatermark(job, decoderTools)
  throw new UnreadableFile('The photo could not be processed.', 'unknown kind of job')
}

/** Entry point of a decoding process, which runs one job at a time. The pool of the media service starts and kills the process. */
restrictSharp()
const childSettings = JSON.parse(process.argv[2] ?? '{}') as ChildSettings
const decoderTools = {
  tools: childSettings.tools,
  exiftool: childSettings.tools.perl ? new ExifReader(childSettings.tools) : undefined,
}
const sendToService = (message: DecoderMessage): void => void process.send?.(message)

new Worker(siblingProgramUrl(import.meta.url, 'watchdog'), { workerData: childSettings }).unref()
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.on('message', async (job: Job) => {
  const result = await runJob(job)
  sendToService({ kind: 'result', result, rssBytes: process.memoryUsage.rss() })
})
sendToService({ kind: 'ready' })

async function runJob(job: Job): Promise<JobResult> {
  try {
    if (job.kind === 'card') return { kind: 'made', ...(await drawCard(job)) }
    if (job.kind !== undefined) return { kind: 'made', ...(await createFile(job, decoderTools)) }
    const photo = await processFile(job, decoderTools, (size, file) => sendToService({ kind: 'variant', size, file }))
    return { kind: 'done', photo }
  } catch (error) {
    if (error instanceof UnreadableFile) {
      const { message: reason, detail, isTooLarge } = error
      return { kind: 'unreadable', reason, detail, isTooLarge }
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (isMachineFault(error)) return { kind: 'fault', detail }
    // An unknown error is caused by the file, so a retry would fail, too.
    return { kind: 'unreadable', reason: 'The photo could not be processed. The original is stored.', detail }
  }
}
