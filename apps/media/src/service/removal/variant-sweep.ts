import type { Clock, Database } from '@daymark/platform'
import { installationId, metrics } from '@daymark/platform'
import { OrphanSweep, type Storage } from '@daymark/storage'
import type { MediaConfig, StorageConfig } from '../../config.ts'
import { photoOf, VARIANTS } from '../variants/object-keys.ts'
import type { Renditions } from '../variants/renditions.ts'

const MINUTE_MS = 60_000
const orphans = metrics.counter('daymark.media.orphan.remove', {
  description: 'Unreferenced variants removed by a sweep',
})

export type VariantSweepParts = { db: Database; renditions: Renditions; storage: Storage; clock: Clock }

/** What media's sweep knows of variants. */
export function variantSweep(
  { db, renditions, storage, clock }: VariantSweepParts,
  { sweepAfterMinutes }: MediaConfig,
  { quarantineDays }: StorageConfig,
): OrphanSweep {
  return new OrphanSweep(storage, {
    kind: VARIANTS,
    quarantineDays,
    installation: async () => ({ id: await installationId(db), isEmpty: await renditions.areNone() }),
    isSuspect: ({ key, modified }) =>
      photoOf(key) !== null && clock.now().getTime() - modified.getTime() > sweepAfterMinutes * MINUTE_MS,
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
