import { workerData } from 'node:worker_threads'
import type { ChildSettings } from '../shared/messages.ts'

/** Runs on a thread of its own, so that it acts even while a decoder holds the main thread. */
const { parent, memoryLimit } = workerData as ChildSettings
const EVERY_MS = 200

setInterval(() => {
  // The service was killed: this process and its ExifTool must not stay behind.
  if (process.ppid !== parent) process.kill(-process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, 'SIGUSR2') // by the signal the pool knows why
}, EVERY_MS)
