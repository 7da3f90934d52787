import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'

const BATCH = 1000
const DAY_MS = 86_400_000
/** What has not left by then does not any more: three days, less what may pass until this job runs (rule 122). */
export const WAITING_MS = 3 * DAY_MS - 2 * 3_600_000
/** No occasion comes again after so long. */
export const MAIL_DAYS = 90
const END = `
  WITH due AS (SELECT id FROM mails WHERE finished_at IS NULL AND created_at <= $1 ORDER BY created_at LIMIT ${BATCH}),
       ended AS (UPDATE mails SET address = NULL, data = '{}', finished_at = $2 WHERE id IN (SELECT id FROM due) RETURNING id)
  SELECT id FROM ended`
const FORGET = `
  WITH due AS (SELECT id FROM mails WHERE created_at < $1 ORDER BY created_at LIMIT ${BATCH}),
       gone AS (DELETE FROM mails WHERE id IN (SELECT id FROM due) RETURNING id)
  SELECT id FROM gone`

/** First the address and what is in a mail, in the end that there was one. */
@Every('1h')
export class ForgetMails implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    await this.inBatches(tx => tx.sql(END, [new Date(+now - WAITING_MS), now]))
    await this.inBatches(tx => tx.sql(FORGET, [new Date(+now - MAIL_DAYS * DAY_MS)]))
  }

  private async inBatches(forget: (tx: Tx) => Promise<unknown[]>): Promise<void> {
    while ((await this.db.commit(forget)).length === BATCH);
  }
}
