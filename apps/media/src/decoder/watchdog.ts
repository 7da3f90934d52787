import { workerData } from 'node:worker_threads'
import type { ChildSettings } from '../shared/messages.ts'

/**
 * Kills the decoding process when its parent has ended or its memory exceeds the limit. Runs in a worker thread, because decoding blocks
 * the main thread.
 */
const { parentPid, memoryLimitBytes } = workerData as ChildSettings
const CHECK_INTERVAL_MS = 200

setInterval(() => {
  // another parent id means that the service has ended, so this process and its ExifTool must end, too
  if (process.ppid !== parentPid) process.kill(-process.pid, 'SIGKILL')
  // the pool reports this signal as a lack of memory
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, 'SIGUSR2')
}, CHECK_INTERVAL_MS)
