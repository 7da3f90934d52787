import { type Actor, type Input, sharing } from '@daymark/contracts'
import { Database, type Handler, Handles, isId } from '@daymark/platform'
import { NamedVisitors } from './named-visitors.ts'

/** For a link of which nothing is asked any more she is nobody. */
@Handles(sharing.findVisitor)
export class FindVisitor implements Handler<typeof sharing.findVisitor> {
  constructor(private readonly visitors: NamedVisitors) {}

  async handle({ key, ...proof }: Input<typeof sharing.findVisitor>) {
    const link = await this.visitors.authorize(proof)
    const found = link.picks || link.comments ? await this.visitors.find(link, key) : undefined
    return { visitor: found ? { name: found.name, email: found.email } : null }
  }
}

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
