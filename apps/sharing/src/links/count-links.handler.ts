import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'

type Counts = { total: number; active: number; sharedAlbumIds: string[] }

@Handles(sharing.countLinks)
export class CountLinks implements Handler<typeof sharing.countLinks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ countsOnly = false }: Input<typeof sharing.countLinks>, actor: Actor) {
    const none: Counts = { total: 0, active: 0, sharedAlbumIds: [] }
    if (!isId(actor.userId)) return none
    const [counts] = await this.db.sql<Counts>(
      `SELECT count(*)::int AS total, (count(*) FILTER (WHERE active))::int AS active,
              COALESCE(array_agg(DISTINCT album_id::text) FILTER (WHERE active AND kind = 'album' AND NOT $3), '{}') AS "sharedAlbumIds"
       FROM (SELECT album_id, kind, NOT revoked AND (expires_at IS NULL OR expires_at > $2) AS active FROM links WHERE owner_id = $1) mine`,
      [actor.userId, this.clock.now(), countsOnly],
    )
    return counts ?? none
  }
}
