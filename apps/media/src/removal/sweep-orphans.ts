import { Clock, Every, metrics, type Job } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { MediaConfig } from '../config.ts'
import { photoOf, VARIANTS } from '../variants/object-keys.ts'
import { Renditions } from '../variants/renditions.ts'

const BATCH = 1000
const MINUTE_MS = 60_000
/** Longer than the bus could still deliver the upload of a removed photo (14 days). */
const TOMBSTONE_MS = 30 * 24 * 60 * MINUTE_MS
const orphans = metrics.meter.createCounter('daymark.media.orphan.remove', {
  description: 'Stored variants that belonged to no photo',
})

/** Removes variants that no photo knows: left by a crash, or by a database brought back from a backup. */
@Every('6h')
export class SweepOrphans implements Job {
  private readonly renditions: Renditions
  private readonly storage: Storage
  private readonly clock: Clock
  private readonly config: MediaConfig
  constructor(renditions: Renditions, storage: Storage, clock: Clock, config: MediaConfig) {
    this.renditions = renditions
    this.storage = storage
    this.clock = clock
    this.config = config
  }

  async run(): Promise<void> {
    const now = this.clock.now().getTime()
    const before = now - this.config.sweepAfterMinutes * MINUTE_MS
    let batch: string[] = []
    for await (const { key, modified } of this.storage.list(VARIANTS)) {
      if (modified.getTime() > before || !photoOf(key)) continue
      batch.push(key)
      if (batch.length < BATCH) continue
      await this.sweep(batch)
      batch = []
    }
    await this.sweep(batch)
    await this.renditions.forgetTombstones(new Date(now - TOMBSTONE_MS))
  }

  private async sweep(keys: string[]): Promise<void> {
    const byPhoto = Map.groupBy(keys, key => photoOf(key) ?? '')
    for (const photoId of await this.renditions.notAlive([...byPhoto.keys()])) {
      const found = byPhoto.get(photoId) ?? []
      if (await this.renditions.whileDead(photoId, () => this.storage.remove(found))) orphans.add(found.length)
    }
  }
}
