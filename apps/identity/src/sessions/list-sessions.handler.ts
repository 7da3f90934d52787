import { identity, requireUser, SESSIONS_SHOWN, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { deviceName } from '../devices/device-name.ts'
import { Sessions } from './sessions.ts'

type Row = {
  id: string
  user_agent: string | null
  address: string | null
  created_at: Date
  last_seen_at: Date
  total: number
}

const ALIVE = `
  SELECT id, user_agent, address, created_at, last_seen_at, count(*) OVER ()::int AS total FROM sessions
  WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3
  ORDER BY id = $4 DESC, last_seen_at DESC, id LIMIT ${SESSIONS_SHOWN}`

@Handles(identity.listSessions)
export class ListSessions implements Handler<typeof identity.listSessions> {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async handle({ current }: Input<typeof identity.listSessions>, actor: Actor) {
    const now = this.clock.now()
    const rows = await this.db.sql<Row>(ALIVE, [requireUser(actor), now, this.sessions.idleSince(now), current])
    const sessions = rows.map(row => ({
      id: row.id,
      device: deviceName(row.user_agent),
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isCurrent: row.id === current,
    }))
    return { sessions, total: rows[0]?.total ?? 0 }
  }
}
