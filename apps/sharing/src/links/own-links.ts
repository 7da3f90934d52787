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

/** Finds a link of the caller. Throws SHARE_NOT_FOUND, also for a link of another user. */
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

/** Finds and locks a link of the caller. Because of the lock, events are in the order of the changes. */
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
 * Creates the views of links for their owner, with album titles. Needs one query for any number of links, a second for open comments if a
 * link allows comments, and another for waiting addresses if a link is a first look.
 */
export async function viewLinks(db: Database, links: Link[], now: Date): Promise<LinkView[]> {
  const albumIds = [...new Set(links.map(link => link.albumId))]
  const rows = await db.sql<{ id: string; title: string }>('SELECT id, title FROM albums WHERE id = ANY($1::uuid[])', [
    albumIds,
  ])
  const titles = new Map(rows.map(row => [row.id, row.title]))
  const openThreads = await countOpenThreads(db, links)
  const waitingVisitors = await countWaiting(db, links)
  return links.map(link => {
    const view = link.view(titles.get(link.albumId) ?? '', now)
    return {
      ...view,
      ...(link.comments && { openComments: openThreads.get(link.id) ?? 0 }),
      ...(link.firstLook && { waiting: waitingVisitors.get(link.id) ?? 0 }),
    }
  })
}

/** The link as the target of an audit log entry. Its name is the title of the album, because its address would open the gallery. */
export const linkAuditTarget = ({ id }: Pick<Link, 'id'>, title: string) => ({ kind: 'link', id, name: title })
