import { Worker } from 'node:worker_threads'
import { ExifReader } from './exif/exiftool/exif-tool.ts'
import { isMachineFault } from './formats/decode-sharp.ts'
import { restrictSharp } from './formats/locked-sharp.ts'
import { UnreadableFile } from './formats/pixels.ts'
import { drawCard } from './cards/draw-card.ts'
import { processFile } from './process-file.ts'
import { makeFile } from './make-file.ts'
import type { ChildSettings, Job, DecoderMessage, JobResult } from '../shared/messages.ts'
import { siblingProgramUrl } from '../shared/runtime.ts'

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
  sendToService({ kind: 'result', result, rss: process.memoryUsage.rss() })
})
sendToService({ kind: 'ready' })

async function runJob(job: Job): Promise<JobResult> {
  try {
    if (job.kind === 'card') return { kind: 'made', ...(await drawCard(job)) }
    if (job.kind !== undefined) return { kind: 'made', ...(await makeFile(job, decoderTools)) }
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
