import { plainAndEncryptedKey, plainKey, HOUR_MS } from '@daymark/contracts'
import { Clock, Database, Every, readInstallationId, type Job, Logger } from '@daymark/platform'
import { OrphanSweep, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { StorageConfig } from '../../../config.ts'
import { WATERMARK_PREFIX } from '../../files/object-keys.ts'
import { Renditions } from '../../variants/renditions.ts'
import { logSweep, MIN_ORPHAN_AGE_MS } from '../../removal/sweep-orphans.job.ts'
import { WatermarkedFiles } from './watermarked-files.ts'

/** Time for which files with a previous watermark remain stored, because ZIP downloads that started before the change still read them. */
const OUTDATED_LIFETIME_MS = 2 * HOUR_MS
const FILES_PER_RUN = 1000

/** Deletes logos and watermarked files to which no row refers. */
@Injectable()
export class WatermarkSweep extends OrphanSweep {
  constructor(
    db: Database,
    renditions: Renditions,
    private readonly files: WatermarkedFiles,
    private readonly storage: Storage,
    clock: Clock,
    { quarantineDays }: StorageConfig,
  ) {
    super(storage, {
      kind: WATERMARK_PREFIX,
      quarantineDays,
      installation: async () => ({ id: await readInstallationId(db), isEmpty: await renditions.isEmpty() }),
      isSuspect: ({ modified }) => clock.now().getTime() - modified.getTime() > MIN_ORPHAN_AGE_MS,
      findOrphans: keys => files.findUnreferencedKeys(keys),
      async remove(keys) {
        let removedCount = 0
        for (const key of keys)
          await db.whileLocked(plainKey(key), async () => {
            const unreferencedKeys = await files.findUnreferencedKeys([key])
            await storage.remove(unreferencedKeys)
            removedCount += unreferencedKeys.length
          })
        return removedCount
      },
    })
  }

  /** Deletes files with an outdated watermark that visitors can no longer request. */
  async removeOutdated(now: Date): Promise<void> {
    const keys = await this.files.deleteOutdated(new Date(now.getTime() - OUTDATED_LIFETIME_MS), FILES_PER_RUN)
    if (keys.length > 0) await this.storage.remove(keys.flatMap(plainAndEncryptedKey))
  }
}

/** Deletes files with an outdated watermark, and files without a row, which a crash may leave in the store. */
@Every('10m')
export class SweepWatermarks implements Job {
  constructor(
    private readonly sweep: WatermarkSweep,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    await this.sweep.removeOutdated(now)
    logSweep(this.log, WATERMARK_PREFIX, await this.sweep.run(now))
  }
}
