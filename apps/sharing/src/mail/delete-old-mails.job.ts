import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'

const BATCH = 1000
const DAY_MS = 86_400_000
/**
 * Emails not sent within three days are discarded. The limit is shorter by the interval of this job and its delays
 * (rule 122).
 */
export const SEND_WITHIN_MS = 3 * DAY_MS - 2 * 3_600_000
/** Keys of emails are deleted after this time. No occasion repeats later. */
export const MAIL_DAYS = 90
const CLEAR = `
  WITH due AS (SELECT id FROM mails WHERE finished_at IS NULL AND created_at <= $1 ORDER BY created_at LIMIT ${BATCH}),
       cleared AS (UPDATE mails SET address = NULL, data = '{}', finished_at = $2 WHERE id IN (SELECT id FROM due) RETURNING id)
  SELECT id FROM cleared`
const DELETE = `
  WITH due AS (SELECT id FROM mails WHERE created_at < $1 ORDER BY created_at LIMIT ${BATCH}),
       deleted AS (DELETE FROM mails WHERE id IN (SELECT id FROM due) RETURNING id)
  SELECT id FROM deleted`

/** Deletes address and content of old emails first, and later the record that they were sent. */
@Every('1h')
export class DeleteOldMails implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    await this.inBatches(tx => tx.sql(CLEAR, [new Date(+now - SEND_WITHIN_MS), now]))
    await this.inBatches(tx => tx.sql(DELETE, [new Date(+now - MAIL_DAYS * DAY_MS)]))
  }

  private async inBatches(statement: (tx: Tx) => Promise<unknown[]>): Promise<void> {
    while ((await this.db.commit(statement)).length === BATCH);
  }
}
