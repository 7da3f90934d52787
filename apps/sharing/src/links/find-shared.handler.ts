import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'

@Handles(sharing.findShared)
export class FindShared implements Handler<typeof sharing.findShared> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ albumIds }: Input<typeof sharing.findShared>, { userId }: Actor) {
    const ids = albumIds.filter(isId)
    if (!isId(userId) || ids.length === 0) return { albumIds: [] }
    const rows = await this.db.sql<{ album_id: string }>(
      `SELECT DISTINCT album_id FROM links
       WHERE album_id = ANY($2::uuid[]) AND owner_id = $1 AND NOT revoked AND (expires_at IS NULL OR expires_at > $3)`,
      [userId, ids, this.clock.now()],
    )
    return { albumIds: rows.map(row => row.album_id) }
  }
}
