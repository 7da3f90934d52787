// Stands in for a decoding process that fails in the way that the `type` of a job names.
// A watchdog observes this process, as in a real decoding process.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

const settings = JSON.parse(process.argv[2])
if (settings.diesAtStart) process.exit(7)
const watchdog = import.meta.resolve('../src/decoder/watchdog.ts')
new Worker(new URL(watchdog), { workerData: settings }).unref()

const sendResult = facts =>
  process.send({ kind: 'result', result: { kind: 'done', photo: facts }, rssBytes: settings.pretendRss ?? 0 })
const behaviors = {
  abort: () => process.abort(),
  exit: () => process.exit(3),
  complain() {
    console.error('decoder: something terrible')
    process.exit(4)
  },
  loop() {
    for (;;);
  },
  grandchild({ path }) {
    // like ExifTool, the child process keeps running when its parent ends
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' })
    writeFileSync(path, String(pid))
    // blocks like an endless loop, but without using the processor
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  async swell() {
    const buffers = []
    for (;;) {
      buffers.push(Buffer.alloc(20 * 1024 * 1024, 1))
      await delay(5)
    }
  },
  slow: () => delay(150),
  variants() {
    process.send({ kind: 'variant', size: 'sm', file: { path: 'sm' } })
    process.send({ kind: 'variant', size: 'md', file: { path: 'md' } })
  },
  good() {},
}
process.on('message', async job => {
  await behaviors[job.type](job)
  sendResult({ pid: process.pid, path: job.path, env: process.env })
})
process.send({ kind: 'ready' })
