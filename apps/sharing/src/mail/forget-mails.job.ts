import { Clock, Database, Every, type Job } from '@daymark/platform'

const BATCH = 1000
/** No occasion comes again after so long. */
export const MAIL_DAYS = 90
const FORGET = `
  WITH due AS (SELECT id FROM mails WHERE created_at < $1 ORDER BY created_at LIMIT ${BATCH}),
       gone AS (DELETE FROM mails WHERE id IN (SELECT id FROM due) RETURNING id)
  SELECT id FROM gone`

@Every('1h')
export class ForgetMails implements Job {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async run(): Promise<void> {
    const until = new Date(+this.clock.now() - MAIL_DAYS * 86_400_000)
    while ((await this.db.commit(tx => tx.sql(FORGET, [until]))).length === BATCH);
  }
}
