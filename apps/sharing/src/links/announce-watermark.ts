import { linkWatermarked } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Link } from './link.entity.ts'

const PER_EVENT = 100

/** What media renders before visitors come: the photos that the link shows now, in their order. */
export async function announceWatermark(tx: Tx, { id: linkId, ownerId, albumId }: Link): Promise<void> {
  const rows = await tx.sql<{ photoId: string }>(
    'SELECT photo_id AS "photoId" FROM placements WHERE album_id = $1 AND present ORDER BY position, photo_id',
    [albumId],
  )
  for (let at = 0; at < rows.length; at += PER_EVENT) {
    const photoIds = rows.slice(at, at + PER_EVENT).map(({ photoId }) => photoId)
    tx.emit(linkWatermarked, linkId, { linkId, ownerId, photoIds })
  }
}
