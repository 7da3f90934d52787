import { linkWatermarked } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Link } from './link.entity.ts'

const PER_EVENT = 100

/** What media renders before visitors come: the photos that the link shows now, in their order, as media knows their files. */
export async function announceWatermark(tx: Tx, { id: linkId, ownerId, albumId }: Link): Promise<void> {
  const rows = await tx.sql<{ photoId: string }>(
    `SELECT coalesce(p.file_id, m.photo_id) AS "photoId" FROM album_photos m LEFT JOIN photos p ON p.id = m.photo_id
     WHERE m.album_id = $1 AND m.present ORDER BY m.position, m.photo_id`,
    [albumId],
  )
  for (let at = 0; at < rows.length; at += PER_EVENT) {
    const photoIds = rows.slice(at, at + PER_EVENT).map(({ photoId }) => photoId)
    tx.emit(linkWatermarked, linkId, { linkId, ownerId, photoIds })
  }
}
