import type { LinkView } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import type { Link } from './link.entity.ts'

/** Links as their owner sees them, with the titles of their albums: one query, however many there are. */
export async function viewLinks(db: Database, links: Link[], now: Date): Promise<LinkView[]> {
  const albumIds = [...new Set(links.map(link => link.albumId))]
  const rows = await db.sql<{ id: string; title: string }>('SELECT id, title FROM albums WHERE id = ANY($1::uuid[])', [
    albumIds,
  ])
  const titles = new Map(rows.map(row => [row.id, row.title]))
  return links.map(link => link.view(titles.get(link.albumId) ?? '', now))
}
