import { metrics, singleFlight } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import type { Pool } from './pool/pool.ts'

/** What waits for a decoding process of this process, and the disk of the store where it is one. */
export function observeMedia(pool: Pool, storage: Storage): void {
  const jobs = { description: 'Decoder jobs by kind and state' }
  metrics.gauge('daymark.media.jobs', jobs, () =>
    pool.load().flatMap(({ kind, waiting, running }) => [
      [waiting, { kind, state: 'waiting' }],
      [running, { kind, state: 'running' }],
    ]),
  )
  const space = singleFlight(async () => (await storage.space?.()) ?? Promise.reject(new Error('not on a disk')))
  const disk = { description: 'Disk of a folder store', unit: 'By' as const }
  metrics.gauge('daymark.storage.disk', disk, async () => {
    const { size, free } = await space()
    return [
      [free, { state: 'free' }],
      [size - free, { state: 'used' }],
    ]
  })
}
