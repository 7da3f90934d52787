import { Clock, Database, Every, type Job } from '@daymark/platform'

/** How long an expired token is listed, and a client that uses it gets a specific error. */
const KEPT_MS = 30 * 24 * 3_600_000

/** Those that have long been over. */
@Every('1h')
export class ForgetTokens implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const before = new Date(+this.clock.now() - KEPT_MS)
    await this.db.commit(tx => tx.sql('DELETE FROM api_tokens WHERE expires_at <= $1', [before]))
  }
}
