import { Clock, Database, Every, type Job } from '@daymark/platform'
import { SharingConfig } from '../../config.ts'

const BATCH = 5000
const DAY_MS = 86_400_000

/** Single events go when their time is over; visits and the figures of the link stay. */
@Every('15m')
export class ForgetEvents implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: SharingConfig,
  ) {}

  async run(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - this.config.visitEventsDays * DAY_MS)
    while ((await this.forget(until)) === BATCH);
  }

  private async forget(until: Date): Promise<number> {
    const gone = await this.db.commit(tx =>
      tx.sql(
        `WITH due AS (SELECT id FROM visit_events WHERE at < $1 ORDER BY at LIMIT ${BATCH}),
              gone AS (DELETE FROM visit_events WHERE id IN (SELECT id FROM due) RETURNING id)
         SELECT id FROM gone`,
        [until],
      ),
    )
    return gone.length
  }
}
