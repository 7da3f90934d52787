import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { Link } from './link.entity.ts'
import { viewLinks } from './view-links.ts'

/** Newest first. */
@Handles(sharing.listLinks)
export class ListLinks implements Handler<typeof sharing.listLinks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ albumId }: Input<typeof sharing.listLinks>, actor: Actor) {
    if (!isId(actor.userId) || (albumId !== undefined && !isId(albumId))) return []
    const links = await this.db.repository(Link).find({
      where: { ownerId: actor.userId, ...(albumId === undefined ? {} : { albumId }) },
      order: { createdAt: 'DESC', id: 'DESC' },
    })
    return viewLinks(this.db, links, this.clock.now())
  }
}
