import { type Input, type Seen, sharing, writeSeen } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { ACCESS_COLUMNS, type AccessRow, GalleryAccess } from '../../links/gallery/gallery-access.ts'
import { isLinkToken } from '../../links/link-addresses.ts'
import { hashOf, isKeyOf } from '../visitors/key-hash.ts'
import { newsOf } from './news-photos.ts'
import { isNews, seenBefore } from './seen-gallery.ts'

type Asked = Input<typeof sharing.getNews>
type LinkRow = AccessRow & { changes: string; listId: string | null; listSeen: string | null }

/** Two statements by key, and one along the places of the album where she was here before and something has happened since. */
@Handles(sharing.getNews)
export class GetNews implements Handler<typeof sharing.getNews> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: GalleryAccess,
  ) {}

  async handle(asked: Asked) {
    const link = this.access.authorize(await this.link(asked), asked.grant)
    const changes = Number(link.changes)
    const now = this.clock.now().getTime()
    const seen = seenBefore({ seen: [asked.seen, link.listSeen], changes, now, upTo: asked.seenUpTo })
    await this.keep(link, seen)
    // the point was read before the photos: what came in between is told again, never left out
    const rows =
      seen.since === null || seen.since >= changes ? [] : await newsOf(this.db, { ...link, since: seen.since })
    return {
      seen: writeSeen(seen),
      upTo: changes,
      newIds: rows.filter(({ isNew }) => isNew).map(({ id }) => id),
      correctedIds: rows.filter(({ isNew }) => !isNew).map(({ id }) => id),
    }
  }

  /** Her list knows it on every device. It wakes nobody. */
  private async keep({ listId, listSeen }: LinkRow, seen: Seen): Promise<void> {
    if (listId === null || !isNews(seen, listSeen)) return
    await this.db.commit(async tx => {
      void tx.sql('UPDATE pick_lists SET seen = $2 WHERE id = $1', [listId, writeSeen(seen)])
    })
  }

  private async link({ token, key }: Asked): Promise<LinkRow | undefined> {
    if (!isLinkToken(token)) return undefined
    const [row] = await this.db.sql<LinkRow>(
      `SELECT ${ACCESS_COLUMNS}, a.changes::text AS changes, k.id AS "listId", k.seen AS "listSeen"
       FROM links l JOIN albums a ON a.id = l.album_id
       LEFT JOIN pick_lists k ON k.link_id = l.id AND ${isKeyOf('k', '$2')}
       WHERE l.token = $1`,
      [token, key === undefined ? null : hashOf(key)],
    )
    return row
  }
}
