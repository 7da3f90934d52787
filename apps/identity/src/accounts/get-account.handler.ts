import { accounts, errors, requireSuperAdmin, SESSIONS_SHOWN, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, idOr, type Handler } from '@daymark/platform'
import { deviceName } from '../devices/device-name.ts'
import { Sessions } from '../sessions/sessions.ts'
import { User } from '../users/user.entity.ts'

type SessionRow = { id: string; userAgent: string | null; address: string | null; createdAt: Date; lastSeenAt: Date }

const ALIVE = `
  SELECT id, user_agent AS "userAgent", address, created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM sessions
  WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, id LIMIT ${SESSIONS_SHOWN}`
const WAYS_IN = `
  SELECT EXISTS (SELECT FROM second_steps WHERE user_id = $1) AS "secondStep",
         (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys`

@Handles(accounts.get)
export class GetAccount implements Handler<typeof accounts.get> {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async handle(input: Input<typeof accounts.get>, actor: Actor) {
    requireSuperAdmin(actor)
    const id = idOr(errors.USER_NOT_FOUND, input.id)
    const now = this.clock.now()
    const [user, sessions, [waysIn]] = await Promise.all([
      this.db.repository(User).findOneBy({ id }),
      this.db.sql<SessionRow>(ALIVE, [id, now, this.sessions.idleSince(now)]),
      this.db.sql<{ secondStep: boolean; passkeys: number }>(WAYS_IN, [id]),
    ])
    if (!user) throw errors.USER_NOT_FOUND()
    return {
      account: user.accountView(),
      sessions: sessions.map(({ userAgent, ...session }) => ({
        ...session,
        device: deviceName(userAgent),
        createdAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
      })),
      secondStep: waysIn?.secondStep ?? false,
      passkeys: waysIn?.passkeys ?? 0,
    }
  }
}
