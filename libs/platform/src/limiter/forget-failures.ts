import { Clock } from '../clock.ts'
import { Database } from '../db/database.ts'
import { Every, type Job } from '../service/decorators.ts'
import { windowEnd, windowStart } from './failures.ts'

/** Rows of which no failure counts any more. */
@Every('15m')
export class ForgetFailures implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const now = this.clock.steady()
    await this.db.commit(tx =>
      tx.sql('DELETE FROM failures WHERE NOT EXISTS (SELECT FROM unnest(failed_at) AS t WHERE t > $1 AND t <= $2)', [
        windowStart(now),
        windowEnd(now),
      ]),
    )
  }
}
