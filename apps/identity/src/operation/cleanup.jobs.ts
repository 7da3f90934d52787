import { DAY_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job } from '@daymark/platform'
import { emitSessionsEnded, Sessions } from '../sessions/sessions.ts'

/**
 * Deletes sessions that have expired or were unused for too long, and publishes an event that removes them from caches. Such sessions are
 * already rejected before they are deleted.
 */
@Every('10m')
export class EndExpiredSessions implements Job {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async run() {
    const now = this.clock.now()
    await this.db.commit(async tx => {
      const endedSessions = await tx.sql<{ id: string; user_id: string }>(
        'DELETE FROM sessions WHERE expires_at <= $1 OR last_seen_at <= $2 RETURNING id, user_id',
        [now, this.sessions.oldestActiveTime(now)],
      )
      emitSessionsEnded(tx, endedSessions)
    })
  }
}

/** Time for which used challenges are kept after they expire, so that a used challenge stays invalid if the clock is set back. */
const CHALLENGE_RETENTION_MS = DAY_MS

/** Deletes used challenges a day after they expired. */
@Every('1h')
export class DeleteUsedChallenges implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const expiredBefore = new Date(+this.clock.now() - CHALLENGE_RETENTION_MS)
    await this.db.commit(tx => tx.sql('DELETE FROM used_challenges WHERE expires_at <= $1', [expiredBefore]))
  }
}

/** Expired links are kept for a day, because they count towards the daily limit of password resets. */
const LINK_RETENTION_MS = DAY_MS
const DEVICE_RETENTION_MS = 400 * DAY_MS

/** Deletes expired links, and records of browsers that were not used for more than a year. */
@Every('15m')
export class DeleteEndedLinks implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const now = +this.clock.now()
    await this.db.commit(async tx => {
      tx.send('DELETE FROM account_links WHERE expires_at < $1', [new Date(now - LINK_RETENTION_MS)])
      tx.send('DELETE FROM devices WHERE seen_at < $1', [new Date(now - DEVICE_RETENTION_MS)])
    })
  }
}
