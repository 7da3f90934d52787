import { type Actor, errors, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { Link } from './link.entity.ts'
import { viewLinks } from './own-links.ts'

type LinkCounts = { total: number; active: number; sharedAlbumIds: string[] }

@RpcHandlers()
export class LinkListHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(sharing.countLinks)
  async countLinks({ countsOnly = false }: Input<typeof sharing.countLinks>, actor: Actor) {
    const noLinks: LinkCounts = { total: 0, active: 0, sharedAlbumIds: [] }
    if (!isId(actor.userId)) return noLinks
    const [counts] = await this.db.sql<LinkCounts>(
      `SELECT count(*)::int AS total, (count(*) FILTER (WHERE active))::int AS active,
              COALESCE(array_agg(DISTINCT album_id::text) FILTER (WHERE active AND kind = 'album' AND NOT $3), '{}') AS "sharedAlbumIds"
       FROM (SELECT album_id, kind, NOT revoked AND (expires_at IS NULL OR expires_at > $2) AS active FROM links WHERE owner_id = $1) own`,
      [actor.userId, this.clock.now(), countsOnly],
    )
    return counts ?? noLinks
  }

  @Handles(sharing.findShared)
  async findShared({ albumIds }: Input<typeof sharing.findShared>, { userId }: Actor) {
    const ids = albumIds.filter(isId)
    if (!isId(userId) || ids.length === 0) return { albumIds: [] }
    const rows = await this.db.sql<{ album_id: string }>(
      `SELECT DISTINCT album_id FROM links
       WHERE album_id = ANY($2::uuid[]) AND owner_id = $1 AND NOT revoked AND (expires_at IS NULL OR expires_at > $3)`,
      [userId, ids, this.clock.now()],
    )
    return { albumIds: rows.map(row => row.album_id) }
  }

  /** Returns a link of the caller. Throws SHARE_NOT_FOUND, also for a link of another user. */
  @Handles(sharing.getLink)
  async getLink({ id }: Input<typeof sharing.getLink>, { userId: ownerId }: Actor) {
    const link = isId(id) && isId(ownerId) ? await this.db.repository(Link).findOneBy({ id, ownerId }) : null
    const [view] = await viewLinks(this.db, link ? [link] : [], this.clock.now())
    if (!view) throw errors.SHARE_NOT_FOUND()
    return view
  }

  @Handles(sharing.listLinkPage)
  async listLinkPage({ albumId, limit, offset }: Input<typeof sharing.listLinkPage>, actor: Actor) {
    if (!isId(actor.userId) || (albumId !== undefined && !isId(albumId))) return { links: [], total: 0 }
    const where = { ownerId: actor.userId, ...(albumId === undefined ? {} : { albumId }) }
    const total = await this.db.repository(Link).countBy(where)
    if (limit === 0 || offset >= total) return { links: [], total }
    const order = { createdAt: 'DESC', id: 'DESC' } as const
    const links = await this.db.repository(Link).find({ where, order, take: limit, skip: offset })
    return { links: await viewLinks(this.db, links, this.clock.now()), total }
  }

  @Handles(sharing.listLinks)
  async listLinks({ albumId }: Input<typeof sharing.listLinks>, actor: Actor) {
    if (!isId(actor.userId) || (albumId !== undefined && !isId(albumId))) return []
    const links = await this.db.repository(Link).find({
      where: { ownerId: actor.userId, ...(albumId === undefined ? {} : { albumId }) },
      order: { createdAt: 'DESC', id: 'DESC' },
    })
    return viewLinks(this.db, links, this.clock.now())
  }
}
