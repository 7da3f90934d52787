import { DAY_MS } from '@daymark/contracts'
import { Clock, Database, runInBatches, Every, type Job } from '@daymark/platform'

/** Deletes the rows of rate limits that are fully available again. */
@Every('1h')
export class DeleteUnusedLimits implements Job {
  constructor(private readonly db: Database) {}

  async run() {
    await this.db.commit(tx => tx.sql('DELETE FROM rate_limits WHERE full_at < statement_timestamp()'))
  }
}

/** How long expired tokens are retained. During this time they are listed, and calls with them fail with TOKEN_EXPIRED. */
const TOKEN_RETENTION_MS = 30 * DAY_MS

/** Deletes tokens that expired long ago. */
@Every('1h')
export class DeleteExpiredTokens implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const before = new Date(+this.clock.now() - TOKEN_RETENTION_MS)
    await this.db.commit(tx => tx.sql('DELETE FROM api_tokens WHERE expires_at <= $1', [before]))
  }
}

/** Retention of deliveries, including pending ones of a paused webhook. */
const DELIVERY_RETENTION_MS = 7 * DAY_MS
const DELIVERIES_PER_BATCH = 5000
const DELETE_OLD_DELIVERIES = `
  DELETE FROM deliveries WHERE id IN (
    SELECT id FROM deliveries WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING id`

@Every('10m')
export class DeleteOldDeliveries implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const before = new Date(+this.clock.now() - DELIVERY_RETENTION_MS)
    await runInBatches(this.db, [DELETE_OLD_DELIVERIES, before], { size: DELIVERIES_PER_BATCH })
  }
}
