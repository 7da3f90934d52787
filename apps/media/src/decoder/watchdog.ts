import { workerData } from 'node:worker_threads'
import type { ChildSettings } from '../shared/messages.ts'

/** Runs on its own thread, so that it works even while a decoder blocks the main thread. */
const { parent, memoryLimit } = workerData as ChildSettings
const EVERY_MS = 200

setInterval(() => {
  // the service was killed: this process and its ExifTool must end, too
  if (process.ppid !== parent) process.kill(-process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, 'SIGUSR2') // the pool recognizes the signal
}, EVERY_MS)
