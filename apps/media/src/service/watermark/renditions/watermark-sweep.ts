import { plainKey } from '@daymark/contracts'
import { type Clock, type Database, installationId } from '@daymark/platform'
import { OrphanSweep, type Storage } from '@daymark/storage'
import type { MediaConfig, StorageConfig } from '../../../config.ts'
import type { Renditions } from '../../variants/renditions.ts'
import { WATERMARK } from '../object-keys.ts'
import type { MarkedRows } from './marked-rows.ts'

const MINUTE_MS = 60_000
/** A ZIP that began before a change may still be read from what was rendered then. */
const KEPT_MS = 2 * 3_600_000
const AT_ONCE = 1000

export type WatermarkSweepParts = {
  db: Database
  renditions: Renditions
  rows: MarkedRows
  storage: Storage
  clock: Clock
}

/** What media's sweep knows of logos and of what was rendered with them. */
export class WatermarkSweep extends OrphanSweep {
  constructor(
    private readonly parts: WatermarkSweepParts,
    { sweepAfterMinutes }: MediaConfig,
    { quarantineDays }: StorageConfig,
  ) {
    const { db, renditions, rows, storage, clock } = parts
    super(storage, {
      kind: WATERMARK,
      quarantineDays,
      installation: async () => ({ id: await installationId(db), isEmpty: await renditions.areNone() }),
      isSuspect: ({ modified }) => clock.now().getTime() - modified.getTime() > sweepAfterMinutes * MINUTE_MS,
      orphans: keys => rows.unknown(keys),
      async remove(keys) {
        let removed = 0
        for (const key of keys)
          await db.whileLocked(plainKey(key), async () => {
            const due = await rows.unknown([key])
            await storage.remove(due)
            removed += due.length
          })
        return removed
      },
    })
  }

  /** No visitor gets it any more. */
  async forgetOutdated(now: Date): Promise<void> {
    const { rows, storage } = this.parts
    const keys = await rows.forgetOutdated(new Date(now.getTime() - KEPT_MS), AT_ONCE)
    if (keys.length > 0) await storage.remove(keys)
  }
}
