import type { LinkView } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { openComments } from '../proofing/comments/owner/open-comments.ts'
import { countWaiting } from '../proofing/first-look/owner/waiting.ts'
import type { Link } from './link.entity.ts'

/** Links as their owner sees them, with the titles of their albums: one query, however many there are, and one each for open comments and who waits where there can be some. */
export async function viewLinks(db: Database, links: Link[], now: Date): Promise<LinkView[]> {
  const albumIds = [...new Set(links.map(link => link.albumId))]
  const rows = await db.sql<{ id: string; title: string }>('SELECT id, title FROM albums WHERE id = ANY($1::uuid[])', [
    albumIds,
  ])
  const titles = new Map(rows.map(row => [row.id, row.title]))
  const open = await openComments(db, links)
  const waiting = await countWaiting(db, links)
  return links.map(link => {
    const view = link.view(titles.get(link.albumId) ?? '', now)
    return {
      ...view,
      ...(link.comments && { openComments: open.get(link.id) ?? 0 }),
      ...(link.firstLook && { waiting: waiting.get(link.id) ?? 0 }),
    }
  })
}
