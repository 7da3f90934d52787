import { type Actor, figures, type Input, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

/** Both tables once: there are as many rows as accounts, and a few sessions of each. */
const FIGURES = `
  SELECT count(*) AS users, coalesce(sum(storage_limit), 0) AS "storageLimit",
    count(*) FILTER (WHERE seen >= $1) AS "activeWeek", count(*) FILTER (WHERE seen >= $2) AS "activeMonth"
  FROM (
    SELECT u.storage_limit, greatest(u.last_login, s.seen) AS seen FROM users u
    LEFT JOIN (SELECT user_id, max(last_seen_at) AS seen FROM sessions GROUP BY user_id) s ON s.user_id = u.id
  ) accounts`

@Handles(figures.identity)
export class GetFigures implements Handler<typeof figures.identity> {
  constructor(private readonly db: Database) {}

  async handle({ week, month }: Input<typeof figures.identity>, actor: Actor) {
    requireSuperAdmin(actor)
    const [row] = await this.db.sql<Record<'users' | 'storageLimit' | 'activeWeek' | 'activeMonth', string>>(FIGURES, [
      week,
      month,
    ])
    return {
      users: Number(row?.users),
      storageLimit: Number(row?.storageLimit),
      activeWeek: Number(row?.activeWeek),
      activeMonth: Number(row?.activeMonth),
    }
  }
}
