import { Clock, Every, type Job } from '@daymark/platform'
import { MediaLog } from '../../log.ts'
import { WATERMARK } from '../object-keys.ts'
import { WatermarkSweep } from './watermark-sweep.ts'

/** Removes what was rendered with settings of before, and objects that nothing names: left by a crash. */
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
