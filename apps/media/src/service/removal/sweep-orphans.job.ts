import { DAY_MS, HOUR_MS } from '@daymark/contracts'
import { Clock, Database, Every, readInstallationId, type Job, Logger, metrics } from '@daymark/platform'
import { OrphanSweep, Storage, type SweepResult } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { StorageConfig } from '../../config.ts'
import { photoIdOf, VARIANT_PREFIX } from '../files/object-keys.ts'
import { Renditions } from '../variants/renditions.ts'

/** Minimum age of files that the sweep deletes. Younger files may belong to a photo in progress that has no row yet. */
export const MIN_ORPHAN_AGE_MS = HOUR_MS
const removedOrphans = metrics.counter('daymark.media.orphan.remove', {
  description: 'Number of unreferenced variants that sweeps have deleted',
})

/** Deletes variants without a photo. */
@Injectable()
export class VariantSweep extends OrphanSweep {
  constructor(db: Database, renditions: Renditions, storage: Storage, clock: Clock, { quarantineDays }: StorageConfig) {
    super(storage, {
      kind: VARIANT_PREFIX,
      quarantineDays,
      installation: async () => ({ id: await readInstallationId(db), isEmpty: await renditions.isEmpty() }),
      isSuspect: ({ key, modified }) =>
        photoIdOf(key) !== null && clock.now().getTime() - modified.getTime() > MIN_ORPHAN_AGE_MS,
      async findOrphans(keys) {
        const byPhoto = groupByPhoto(keys)
        const orphanKeys = (await renditions.findUnusedPhotos([...byPhoto.keys()])).flatMap(
          photoId => byPhoto.get(photoId) ?? [],
        )
        return [...new Set([...orphanKeys, ...(await renditions.findUnrecordedPlainKeys(keys))])]
      },
      async remove(keys) {
        let removed = 0
        for (const [photoId, photoKeys] of groupByPhoto(keys)) {
          const isUnused = await renditions.runIfUnused(photoId, () => storage.remove(photoKeys))
          const keysToRemove = isUnused ? photoKeys : await renditions.findUnrecordedPlainKeys(photoKeys)
          if (!isUnused) await storage.remove(keysToRemove)
          removed += keysToRemove.length
        }
        removedOrphans.add(removed)
        return removed
      },
    })
  }
}

const groupByPhoto = (keys: string[]): Map<string, string[]> => Map.groupBy(keys, key => photoIdOf(key) ?? '')

export function logSweep(log: Logger, kind: string, { objection, ...counts }: SweepResult): void {
  if (objection !== undefined) log.warn({ event: 'sweep.refused', kind, objection, help: 'daymark doctor' })
  else if (counts.quarantined + counts.released + counts.removed > 0) log.info({ event: 'sweep.done', kind, ...counts })
}

/** How long tombstones are stored: longer than the 14 days in which the bus can deliver the upload event of a removed photo. */
const TOMBSTONE_LIFETIME_MS = 30 * DAY_MS

/** Deletes variants without a photo, which a crash or a restored database can leave in the store, and old tombstones. */
@Every('10m')
export class SweepOrphans implements Job {
  constructor(
    private readonly sweep: VariantSweep,
    private readonly renditions: Renditions,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    logSweep(this.log, VARIANT_PREFIX, await this.sweep.run(now))
    await this.renditions.deleteTombstones(new Date(now.getTime() - TOMBSTONE_LIFETIME_MS))
  }
}
