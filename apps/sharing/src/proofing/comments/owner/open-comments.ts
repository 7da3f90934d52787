import type { Database } from '@daymark/platform'
import type { Link } from '../../../links/link.entity.ts'
import { inGallery } from '../threads.ts'

const OPEN = `
  SELECT t.link_id AS id, count(*)::int AS open
  FROM comment_threads t JOIN links l ON l.id = t.link_id ${inGallery('l.album_id', 'l.owner_id')}
  WHERE t.link_id = ANY ($1::uuid[]) AND t.resolved_at IS NULL GROUP BY t.link_id`

/** Open threads of links where visitors comment, by the link's id; asks nothing where they do not. */
export async function openComments(db: Pick<Database, 'sql'>, links: readonly Link[]): Promise<Map<string, number>> {
  const ids = links.flatMap(({ id, comments }) => (comments ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db.sql<{ id: string; open: number }>(OPEN, [ids])
  return new Map(rows.map(({ id, open }) => [id, open]))
}
