import { COVER_RATIO, type SharedAlbumView } from '@daymark/contracts'
import type { Database } from '@daymark/platform'

type Shown = NonNullable<SharedAlbumView['selection']>

/** What library cannot say: the selections of one owner that have links, by id. */
export async function shownSelections(db: Database, ownerId: string): Promise<Map<string, Shown>> {
  const rows = await db.sql<Shown & { id: string }>(
    `SELECT a.id, a.title, count(p.id)::int AS "photoCount", (array_agg(p.filename ORDER BY m.position)
              FILTER (WHERE p.id IS NOT NULL AND (greatest(p.width, p.height) > ${COVER_RATIO} * least(p.width, p.height)) IS NOT TRUE))[1] AS "coverFilename"
     FROM albums a
     LEFT JOIN album_photos m ON m.album_id = a.id AND m.present
     LEFT JOIN photos p ON p.id = m.photo_id AND p.variants IS NOT NULL
     WHERE a.id IN (SELECT album_id FROM links WHERE owner_id = $1 AND kind = 'selection') GROUP BY a.id`,
    [ownerId],
  )
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}
