import { Clock, Every, type Job } from '@daymark/platform'
import { OrphanSweep } from '@daymark/storage'
import { MediaLog } from '../log.ts'
import { VARIANTS } from '../variants/object-keys.ts'
import { Renditions } from '../variants/renditions.ts'

/** Longer than the bus could still deliver the upload of a removed photo (14 days). */
const TOMBSTONE_MS = 30 * 24 * 3_600_000

/** Removes variants that no photo knows: left by a crash, or by a database brought back from a backup. */
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
