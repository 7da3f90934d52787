import type { albumArranged, albumCreated, albumUpdated, EventOf } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { reach } from './album-reached.ts'
import { orderChanges } from './gallery-changes.ts'

export type AlbumState = EventOf<typeof albumCreated | typeof albumUpdated>['data']
export type Arrangement = EventOf<typeof albumArranged>['data']

/** Title, description and theme. Created and updated carry the same state, so the newest version wins whichever comes first. */
export async function rememberAlbum(tx: Tx, album: AlbumState): Promise<void> {
  if (!(await reach(tx, album))) return
  await tx.sql(
    'UPDATE albums SET version = $2, title = $3, description = $4, theme = $5 WHERE id = $1 AND version < $2',
    [...[album.albumId, album.version, album.title, album.description, album.theme]],
  )
}

/**
 * Where photos stand, and which left: the newest version per photo wins. A large change comes in parts that share a version; it is
 * reached with all of them.
 */
export async function arrange(tx: Tx, arrangement: Arrangement): Promise<void> {
  const { albumId, ownerId, version, placed, removed, complete = true, parts } = arrangement
  orderChanges(tx, ownerId)
  // before parts were numbered only the last said that it was the last
  const numbered = complete || parts ? arrangement : { ...arrangement, part: 1, parts: 2 }
  if (!(await reach(tx, numbered))) return
  await tx.sql(
    `INSERT INTO placements (album_id, photo_id, version, present, position)
     SELECT $1::uuid, photo_id, $2::int, true, position FROM unnest($3::uuid[], $4::float8[]) AS placed (photo_id, position)
     UNION ALL SELECT $1::uuid, photo_id, $2::int, false, null FROM unnest($5::uuid[]) AS removed (photo_id)
     ON CONFLICT (album_id, photo_id)
     DO UPDATE SET version = excluded.version, present = excluded.present, position = excluded.position
     WHERE placements.version < excluded.version`,
    [albumId, version, placed.map(p => p.photoId), placed.map(p => p.position), removed],
  )
}

/** Leaves a tombstone, so that an event that comes late does not bring the album back. */
export async function forgetAlbum(tx: Tx, albumId: string, ownerId: string): Promise<void> {
  await tx.sql(
    `INSERT INTO albums (id, owner_id, reached, deleted) VALUES ($1, $2, 0, true)
     ON CONFLICT (id) DO UPDATE
     SET deleted = true, version = 0, reached = 0, title = '', description = '', theme = 'auto'`,
    [albumId, ownerId],
  )
  await tx.sql('DELETE FROM placements WHERE album_id = $1', [albumId])
  await tx.sql('DELETE FROM album_parts WHERE album_id = $1', [albumId])
}
