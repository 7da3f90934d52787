import { Worker } from 'node:worker_threads'
import { ExifReader } from './exif/exiftool/exif-tool.ts'
import { isMachineFault } from './formats/decode-sharp.ts'
import { lockSharp } from './formats/locked-sharp.ts'
import { Unreadable } from './formats/pixels.ts'
import { drawCard } from './cards/draw-card.ts'
import { processFile } from './process-file.ts'
import { makeFile } from './make-file.ts'
import type { ChildSettings, Job, Message, Result } from '../shared/messages.ts'
import { siblingProgram } from '../shared/runtime.ts'

/** The decoding process. It decodes one photo at a time; the pool starts and ends it. */
lockSharp()
const settings = JSON.parse(process.argv[2] ?? '{}') as ChildSettings
const helpers = { tools: settings.tools, exiftool: settings.tools.perl ? new ExifReader(settings.tools) : undefined }
const send = (message: Message): void => void process.send?.(message)

new Worker(siblingProgram(import.meta.url, 'watchdog'), { workerData: settings }).unref()
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.on('message', async (job: Job) => {
  const result = await handle(job)
  send({ kind: 'result', result, rss: process.memoryUsage.rss() })
})
send({ kind: 'ready' })

async function handle(job: Job): Promise<Result> {
  try {
    if (job.kind === 'card') return { kind: 'made', ...(await drawCard(job)) }
    if (job.kind !== undefined) return { kind: 'made', ...(await makeFile(job, helpers)) }
    const facts = await processFile(job, helpers, (size, file) => send({ kind: 'variant', size, file }))
    return { kind: 'done', facts }
  } catch (error) {
    if (error instanceof Unreadable) {
      const { message: reason, detail: said, isTooLarge } = error
      return { kind: 'unreadable', reason, detail: said, isTooLarge }
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (isMachineFault(error)) return { kind: 'fault', detail }
    // an unknown error of a decoder is caused by the file, so a retry would fail, too
    return { kind: 'unreadable', reason: 'The photo could not be processed. The original is stored.', detail }
  }
}
