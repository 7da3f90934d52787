import { DAY_MS, HOUR_MS } from '@daymark/contracts'
import { Clock, Database, runInBatches, Every, type Job } from '@daymark/platform'

const MAILS_PER_BATCH = 1000
/**
 * Age from which an unsent email is discarded. Rule 122 allows three days; the limit is two hours shorter, because this job runs every
 * hour.
 */
export const MAX_UNSENT_AGE_MS = 3 * DAY_MS - 2 * HOUR_MS
/** How long the record that an email was sent is kept. After this time, the same email cannot become due again. */
export const MAIL_RETENTION_DAYS = 90
const CLEAR_UNSENT_MAILS = `
  WITH due AS (SELECT id FROM mails WHERE finished_at IS NULL AND created_at <= $1 ORDER BY created_at LIMIT $3)
  UPDATE mails SET address = NULL, data = '{}', finished_at = $2 WHERE id IN (SELECT id FROM due) RETURNING id`
const DELETE_OLD_MAILS = `
  WITH due AS (SELECT id FROM mails WHERE created_at < $1 ORDER BY created_at LIMIT $2)
  DELETE FROM mails WHERE id IN (SELECT id FROM due) RETURNING id`

/** Deletes the address and content of emails that could not be sent in time, and after 90 days the record of every email. */
@Every('1h')
export class DeleteOldMails implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    const batches = { size: MAILS_PER_BATCH }
    await runInBatches(this.db, [CLEAR_UNSENT_MAILS, new Date(+now - MAX_UNSENT_AGE_MS), now], batches)
    await runInBatches(this.db, [DELETE_OLD_MAILS, new Date(+now - MAIL_RETENTION_DAYS * DAY_MS)], batches)
  }
}
