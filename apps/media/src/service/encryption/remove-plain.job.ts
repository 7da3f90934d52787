import { Clock, Every, type Job } from '@daymark/platform'
import { MediaLog } from '../log.ts'
import { PlainObjects } from './plain-objects.ts'

/** Removes plain objects whose time is over. */
@Every('1m')
export class RemovePlain implements Job {
  constructor(
    private readonly clock: Clock,
    private readonly plain: PlainObjects,
    private readonly log: MediaLog,
  ) {}

  async run(): Promise<void> {
    this.log.swept('plain/', await this.plain.sweep(this.clock.now()))
  }
}
