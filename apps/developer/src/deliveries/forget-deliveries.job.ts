import { Clock, Database, Every, type Job } from '@daymark/platform'

/** What was sent and answered is kept for so long; what a paused webhook has waiting, too. */
const KEPT_MS = 7 * 86_400_000
const AT_ONCE = 5000
const OLD = `
  DELETE FROM deliveries WHERE id IN (
    SELECT id FROM deliveries WHERE created_at < $1 ORDER BY created_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id`

@Every('10m')
export class ForgetDeliveries implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const before = new Date(+this.clock.now() - KEPT_MS)
    for (let count = AT_ONCE; count === AT_ONCE;) count = (await this.db.commit(tx => tx.sql(OLD, [before]))).length
  }
}
