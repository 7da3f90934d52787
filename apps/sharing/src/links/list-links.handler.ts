import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { Link } from './link.entity.ts'

/** Newest first. */
@Handles(sharing.listLinks)
export class ListLinks implements Handler<typeof sharing.listLinks> {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async handle({ albumId }: Input<typeof sharing.listLinks>, actor: Actor) {
    if (!isId(actor.userId) || (albumId !== undefined && !isId(albumId))) return []
    const links = await this.db.repository(Link).find({
      where: { ownerId: actor.userId, ...(albumId === undefined ? {} : { albumId }) },
      order: { createdAt: 'DESC', id: 'DESC' },
    })
    const titles = await this.titles([...new Set(links.map(link => link.albumId))])
    const now = this.clock.now()
    return links.map(link => link.view(titles.get(link.albumId) ?? '', now))
  }

  private async titles(albumIds: string[]): Promise<Map<string, string>> {
    const rows = await this.db.sql<{ id: string; title: string }>(
      'SELECT id, title FROM albums WHERE id = ANY($1::uuid[])',
      [albumIds],
    )
    return new Map(rows.map(row => [row.id, row.title]))
  }
}
