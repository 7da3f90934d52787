import { accountStatistics, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'

const FIGURES = `
  SELECT count(*)::int AS total, coalesce(sum(view_count), 0)::int AS views,
         (count(*) FILTER (WHERE NOT revoked AND (expires_at IS NULL OR expires_at > $2)))::int AS active
  FROM links WHERE owner_id = $1`

/** For the administration: also of an owner whose links are closed. */
@Handles(accountStatistics.getLinks)
export class GetAccountLinks implements Handler<typeof accountStatistics.getLinks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ userId }: Input<typeof accountStatistics.getLinks>, actor: Actor) {
    requireSuperAdmin(actor)
    const [row] = await this.db.sql<{ total: number; active: number; views: number }>(FIGURES, [
      ...[userId, this.clock.now()],
    ])
    return row ?? { total: 0, active: 0, views: 0 }
  }
}
