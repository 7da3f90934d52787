import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'

const VISITED = `
  SELECT l.id FROM links l
  WHERE l.owner_id = $1 AND (EXISTS (SELECT FROM pick_lists v WHERE v.link_id = l.id)
    OR EXISTS (SELECT FROM waiting_addresses w WHERE w.link_id = l.id)) ORDER BY l.created_at DESC, l.id DESC`

@Handles(sharing.listVisitedLinks)
export class ListVisitedLinks implements Handler<typeof sharing.listVisitedLinks> {
  constructor(private readonly db: Database) {}

  async handle(_: Input<typeof sharing.listVisitedLinks>, { userId }: Actor) {
    const rows = isId(userId) ? await this.db.sql<{ id: string }>(VISITED, [userId]) : []
    return { linkIds: rows.map(({ id }) => id) }
  }
}
