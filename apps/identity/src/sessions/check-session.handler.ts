import { errors, identity, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { isTimeZone } from '../profile/dates.ts'
import { Session } from './session.entity.ts'
import { Sessions } from './sessions.ts'
import { hashToken } from './token-hash.ts'

const SEEN_EVERY_MS = 60_000

@Handles(identity.checkSession)
export class CheckSession implements Handler<typeof identity.checkSession> {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async handle({ token, browserZone }: Input<typeof identity.checkSession>) {
    const session = await this.db
      .repository(Session)
      .findOne({ where: { tokenHash: hashToken(token) }, relations: { user: true } })
    if (!session || session.user.disabled || !this.sessions.isAlive(session)) throw errors.NO_SESSION()
    await this.seen(session)
    if (browserZone !== undefined) await this.storeZone(session, browserZone)
    return { sessionId: session.id, expiresAt: session.expiresAt.toISOString(), user: session.user.view() }
  }

  private async storeZone({ user }: Session, zone: string): Promise<void> {
    if (zone === user.browserZone || !isTimeZone(zone)) return
    await this.db.commit(tx => tx.sql('UPDATE users SET browser_zone = $2 WHERE id = $1', [user.id, zone]))
  }

  /** Every request of a page load comes through here: one write a minute is exact enough for the idle limit. */
  private async seen({ id, userId, lastSeenAt }: Session): Promise<void> {
    const now = this.clock.now()
    if (+now - +lastSeenAt < SEEN_EVERY_MS) return
    await this.db.commit(async tx => {
      void tx.sql('UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2', [id, now])
      const of = 'UPDATE users SET last_seen_at = $2 WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)'
      void tx.sql(of, [userId, now])
    })
  }
}
