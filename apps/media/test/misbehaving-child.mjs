// Stands in for a decoding process: the "type" of the job says how it goes wrong. Watched like a real one.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

const settings = JSON.parse(process.argv[2])
if (settings.diesAtStart) process.exit(7)
const extension = import.meta.resolve('../src/decoder/watchdog.ts')
new Worker(new URL(extension), { workerData: settings }).unref()

const result = facts => process.send({ kind: 'result', result: { kind: 'done', facts }, rss: settings.pretendRss ?? 0 })
const ways = {
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
    // as ExifTool does, it stays when its parent goes
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' })
    writeFileSync(path, String(pid))
    // as long as a loop, and leaves the processor to others
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  async swell() {
    const held = []
    for (;;) {
      held.push(Buffer.alloc(20 * 1024 * 1024, 1))
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
  await ways[job.type](job)
  result({ pid: process.pid, path: job.path, env: process.env })
})
process.send({ kind: 'ready' })
