import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { Link } from './link.entity.ts'
import { viewLinks } from './view-links.ts'

@Handles(sharing.listLinkPage)
export class ListLinkPage implements Handler<typeof sharing.listLinkPage> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ albumId, limit, offset }: Input<typeof sharing.listLinkPage>, actor: Actor) {
    if (!isId(actor.userId) || (albumId !== undefined && !isId(albumId))) return { links: [], total: 0 }
    const where = { ownerId: actor.userId, ...(albumId === undefined ? {} : { albumId }) }
    const total = await this.db.repository(Link).countBy(where)
    if (limit === 0 || offset >= total) return { links: [], total }
    const order = { createdAt: 'DESC', id: 'DESC' } as const
    const links = await this.db.repository(Link).find({ where, order, take: limit, skip: offset })
    return { links: await viewLinks(this.db, links, this.clock.now()), total }
  }
}
