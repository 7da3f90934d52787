import { Clock, Database, Every, type Job } from '@daymark/platform'
import { Sessions, emitSessionsEnded } from './sessions.ts'

/** Past their idle or absolute limit they no longer count anyway; here they are deleted, and an event lets caches drop them. */
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
      const gone = await tx.sql<{ id: string; user_id: string }>(
        `WITH gone AS (DELETE FROM sessions WHERE expires_at <= $1 OR last_seen_at <= $2 RETURNING id, user_id)
         SELECT * FROM gone`,
        [now, this.sessions.idleSince(now)],
      )
      emitSessionsEnded(tx, gone)
    })
  }
}
