import { Clock, Database, Every, type Job } from '@daymark/platform'
import { windowStart } from './attempts.ts'

/** Rows whose last failure no longer counts. */
@Every('15m')
export class ForgetFailures implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    await this.db.commit(tx =>
      tx.query('DELETE FROM login_failures WHERE NOT EXISTS (SELECT FROM unnest(failed_at) AS t WHERE t > $1)', [
        windowStart(this.clock.now()),
      ]),
    )
  }
}
