import { albumPurged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

type Thing = { id: string; owner_id: string; kind: 'album' | 'tag' }

/** Albums and tags that will not come back, and what was kept of their photos. */
export async function purgeThings(tx: Tx, which: string, parameters: unknown[]): Promise<Thing[]> {
  const gone = await tx.sql<Thing>(
    `WITH gone AS (DELETE FROM trash WHERE ${which} RETURNING id, owner_id, kind) SELECT * FROM gone`,
    parameters,
  )
  const ids = gone.map(thing => thing.id)
  if (!ids.length) return gone
  await tx.sql('DELETE FROM trashed_album_photos WHERE album_id = ANY($1::uuid[])', [ids])
  await tx.sql('DELETE FROM trashed_photo_tags WHERE tag_id = ANY($1::uuid[])', [ids])
  for (const { id: albumId, owner_id: ownerId, kind } of gone)
    if (kind === 'album') tx.emit(albumPurged, albumId, { albumId, ownerId })
  return gone
}
