import { Clock, type Database, Every, installationId, type Job, metrics } from '@daymark/platform'
import { OrphanSweep, type Storage } from '@daymark/storage'
import type { StorageConfig } from '../../config.ts'
import { photoOf, VARIANTS } from '../files/object-keys.ts'
import { MediaLog } from '../log.ts'
import { Renditions } from '../variants/renditions.ts'

/** Age after which a file without a photo is treated as left over from a crash. */
export const SUSPECT_AFTER_MS = 3_600_000
const orphans = metrics.counter('daymark.media.orphan.remove', {
  description: 'Unreferenced variants removed by a sweep',
})

export type VariantSweepParts = { db: Database; renditions: Renditions; storage: Storage; clock: Clock }

/** Creates the sweep of orphaned variants. */
export function variantSweep(
  { db, renditions, storage, clock }: VariantSweepParts,
  { quarantineDays }: StorageConfig,
): OrphanSweep {
  return new OrphanSweep(storage, {
    kind: VARIANTS,
    quarantineDays,
    installation: async () => ({ id: await installationId(db), isEmpty: await renditions.areNone() }),
    isSuspect: ({ key, modified }) =>
      photoOf(key) !== null && clock.now().getTime() - modified.getTime() > SUSPECT_AFTER_MS,
    async orphans(keys) {
      const byPhoto = groupByPhoto(keys)
      const dead = (await renditions.notAlive([...byPhoto.keys()])).flatMap(photoId => byPhoto.get(photoId) ?? [])
      return [...new Set([...dead, ...(await renditions.leftPlain(keys))])]
    },
    async remove(keys) {
      let removed = 0
      for (const [photoId, found] of groupByPhoto(keys)) {
        const isDead = await renditions.whileDead(photoId, () => storage.remove(found))
        const due = isDead ? found : await renditions.leftPlain(found)
        if (!isDead) await storage.remove(due)
        removed += due.length
      }
      orphans.add(removed)
      return removed
    },
  })
}

const groupByPhoto = (keys: string[]): Map<string, string[]> => Map.groupBy(keys, key => photoOf(key) ?? '')

/** How long tombstones are stored: longer than the bus can deliver the upload event of a removed photo (14 days). */
const TOMBSTONE_MS = 30 * 24 * 3_600_000

/** Removes variants without a photo, which a crash or a restored database may leave. */
@Every('10m')
export class SweepOrphans implements Job {
  constructor(
    private readonly sweep: OrphanSweep,
    private readonly renditions: Renditions,
    private readonly clock: Clock,
    private readonly log: MediaLog,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    this.log.swept(VARIANTS, await this.sweep.run(now))
    await this.renditions.forgetTombstones(new Date(now.getTime() - TOMBSTONE_MS))
  }
}
