import { DAY_MS } from '@daymark/contracts'
import { Clock, Database, runInBatches, Every, type Job } from '@daymark/platform'
import { AdminConfig } from '../config.ts'

const ROWS_PER_BATCH = 5000
export const MAX_ACTIVITY_ROWS = 100_000
const DELETE_OLD_ACTIVITY = `
  WITH last AS (SELECT at, id FROM activity ORDER BY at DESC, id DESC OFFSET $2 LIMIT 1)
  DELETE FROM activity WHERE id IN (
    SELECT a.id FROM activity a LEFT JOIN last ON true WHERE a.at < $1 OR (a.at, a.id) <= (last.at, last.id)
    ORDER BY a.at LIMIT $3)
  RETURNING id`

/** Deletes activity that is older than `activityDays`, and the oldest activity beyond MAX_ACTIVITY_ROWS. */
@Every('1h')
export class DeleteOldActivity implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: AdminConfig,
  ) {}

  async run(): Promise<void> {
    const { activityDays } = this.config
    const cutoff = new Date(+this.clock.now() - activityDays * DAY_MS)
    await runInBatches(this.db, [DELETE_OLD_ACTIVITY, cutoff, MAX_ACTIVITY_ROWS], { size: ROWS_PER_BATCH })
  }
}
