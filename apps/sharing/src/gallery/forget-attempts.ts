import { Clock, Database, Every, type Job } from '@daymark/platform'
import { ATTEMPT_WINDOW_MS } from './unlock-limiter.ts'

/** Addresses are not kept longer than they are needed. */
@Every('15m')
export class ForgetAttempts implements Job {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async run() {
    const before = new Date(this.clock.now().getTime() - ATTEMPT_WINDOW_MS)
    await this.db.commit(tx => tx.query('DELETE FROM unlock_attempts WHERE since <= $1', [before]))
  }
}
