import { Clock, Database, Every, type Job } from '@daymark/platform'

const DAY_MS = 86_400_000
/** Links count for the limit of a day after they have ended. */
const LINKS_MS = DAY_MS
const DEVICES_MS = 400 * DAY_MS

/** Links that are long over, and browsers that were not used for more than a year. */
@Every('15m')
export class ForgetLinks implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const now = +this.clock.now()
    await this.db.commit(async tx => {
      void tx.sql('DELETE FROM account_links WHERE expires_at < $1', [new Date(now - LINKS_MS)])
      void tx.sql('DELETE FROM devices WHERE seen_at < $1', [new Date(now - DEVICES_MS)])
    })
  }
}
