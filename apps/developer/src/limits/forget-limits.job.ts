import { Database, Every, type Job } from '@daymark/platform'

/** Rows of which all is there again: they are as good as none. */
@Every('1h')
export class ForgetLimits implements Job {
  constructor(private readonly db: Database) {}

  async run() {
    await this.db.commit(tx => tx.sql('DELETE FROM rate_limits WHERE full_at < statement_timestamp()'))
  }
}
