import { type Actor, errors, type http, type LinkView, type PickSettings } from '@daymark/contracts'
import { type Database, isId, type Tx } from '@daymark/platform'
import { countOpenThreads } from '../proofing/comments/threads.ts'
import { countWaiting } from '../proofing/first-look/waiting-list.ts'
import { Link } from './link.entity.ts'

type OwnLink = {
  id: string
  albumId: string
  ownerId: string
  albumTitle: string
  picks: PickSettings | null
  comments: http.CommentSettings | null
}

/** The caller's own link. Links of other users do not exist for the caller. */
export async function findOwnLink(db: Pick<Database, 'sql'>, id: string, { userId }: Actor): Promise<OwnLink> {
  const [link] =
    isId(id) && isId(userId)
      ? await db.sql<OwnLink>(
          `SELECT l.id, l.album_id AS "albumId", l.owner_id AS "ownerId", a.title AS "albumTitle", l.picks, l.comments
           FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2`,
          [id, userId],
        )
      : []
  if (!link) throw errors.SHARE_NOT_FOUND()
  return link
}

/** The caller's own link, locked, so that events have the order of the changes. */
export async function lockOwnLink(tx: Tx, id: string, actor: Actor): Promise<{ link: Link; albumTitle: string }> {
  const link =
    isId(id) && isId(actor.userId)
      ? await tx.em.findOne(Link, { where: { id, ownerId: actor.userId }, lock: { mode: 'pessimistic_write' } })
      : null
  if (!link) throw errors.SHARE_NOT_FOUND()
  const [album] = await tx.sql<{ title: string }>('SELECT title FROM albums WHERE id = $1', [link.albumId])
  return { link, albumTitle: album?.title ?? '' }
}

/**
 * Links as their owner sees them, with album titles: one query regardless of their number, and one each for open
 * comments and waiting addresses if a link can have them.
 */
export async function viewLinks(db: Database, links: Link[], now: Date): Promise<LinkView[]> {
  const albumIds = [...new Set(links.map(link => link.albumId))]
  const rows = await db.sql<{ id: string; title: string }>('SELECT id, title FROM albums WHERE id = ANY($1::uuid[])', [
    albumIds,
  ])
  const titles = new Map(rows.map(row => [row.id, row.title]))
  const openThreads = await countOpenThreads(db, links)
  const waiting = await countWaiting(db, links)
  return links.map(link => {
    const view = link.view(titles.get(link.albumId) ?? '', now)
    return {
      ...view,
      ...(link.comments && { openComments: openThreads.get(link.id) ?? 0 }),
      ...(link.firstLook && { waiting: waiting.get(link.id) ?? 0 }),
    }
  })
}

/** The link in the audit log. The name is the title of the album, because the address would open the gallery. */
export const linkAuditTarget = ({ id }: Pick<Link, 'id'>, title: string) => ({ kind: 'link', id, name: title })
