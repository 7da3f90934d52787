import { plainKey } from '@daymark/contracts'
import { Clock, type Database, Every, installationId, type Job } from '@daymark/platform'
import { OrphanSweep, type Storage } from '@daymark/storage'
import type { StorageConfig } from '../../../config.ts'
import { WATERMARK } from '../../files/object-keys.ts'
import { MediaLog } from '../../log.ts'
import type { Renditions } from '../../variants/renditions.ts'
import { SUSPECT_AFTER_MS } from '../../removal/sweep-orphans.job.ts'
import type { MarkedRows } from './marked-rows.ts'

/** A ZIP download that started before the watermark settings changed still reads pictures rendered with the previous settings. */
const OUTDATED_MS = 2 * 3_600_000
const AT_ONCE = 1000

export type WatermarkSweepParts = {
  db: Database
  renditions: Renditions
  rows: MarkedRows
  storage: Storage
  clock: Clock
}

/** Sweeps orphaned logos and watermarked pictures. */
export class WatermarkSweep extends OrphanSweep {
  constructor(
    private readonly parts: WatermarkSweepParts,
    { quarantineDays }: StorageConfig,
  ) {
    const { db, renditions, rows, storage, clock } = parts
    super(storage, {
      kind: WATERMARK,
      quarantineDays,
      installation: async () => ({ id: await installationId(db), isEmpty: await renditions.areNone() }),
      isSuspect: ({ modified }) => clock.now().getTime() - modified.getTime() > SUSPECT_AFTER_MS,
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

  /** Removes pictures that visitors no longer receive. */
  async forgetOutdated(now: Date): Promise<void> {
    const { rows, storage } = this.parts
    const keys = await rows.forgetOutdated(new Date(now.getTime() - OUTDATED_MS), AT_ONCE)
    if (keys.length > 0) await storage.remove(keys)
  }
}

/** Removes pictures of replaced settings, and objects without a row, which a crash may leave. */
@Every('10m')
export class SweepWatermarks implements Job {
  constructor(
    private readonly sweep: WatermarkSweep,
    private readonly clock: Clock,
    private readonly log: MediaLog,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    await this.sweep.forgetOutdated(now)
    this.log.swept(WATERMARK, await this.sweep.run(now))
  }
}
