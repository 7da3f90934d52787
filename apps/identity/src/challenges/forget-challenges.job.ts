import { Clock, Database, Every, type Job } from '@daymark/platform'

/** Longer than any is good for, so that a clock that is put back does not make one new again. */
const KEPT_MS = 24 * 3_600_000

/** Used ones that have long expired. */
@Every('1h')
export class ForgetChallenges implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const before = new Date(+this.clock.now() - KEPT_MS)
    await this.db.commit(tx => tx.sql('DELETE FROM used_challenges WHERE expires_at <= $1', [before]))
  }
}
