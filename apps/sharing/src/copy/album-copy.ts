import type { albumArranged, albumCreated, albumUpdated, EventOf } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

export type AlbumState = EventOf<typeof albumCreated | typeof albumUpdated>['data']
export type Arrangement = EventOf<typeof albumArranged>['data']

/** Title, description and theme. Created and updated carry the same state, so the newest version wins whichever comes first. */
export async function rememberAlbum(tx: Tx, album: AlbumState): Promise<void> {
  await tx.query(
    `INSERT INTO albums (id, owner_id, version, reached, title, description, theme) VALUES ($1, $2, $3, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET version = $3, reached = GREATEST(albums.reached, $3), title = $4, description = $5, theme = $6
     WHERE NOT albums.deleted AND albums.version < $3`,
    [album.albumId, album.ownerId, album.version, album.title, album.description, album.theme],
  )
}

/**
 * Where photos stand, and which left: the newest version per photo wins. A large change comes in parts that share a version; it is
 * reached with the last of them.
 */
export async function arrange(tx: Tx, arrangement: Arrangement): Promise<void> {
  const { albumId, ownerId, version, placed, removed, complete = true } = arrangement
  // takes the album's row lock first: an album that is being forgotten gets nothing back
  const [album] = await tx.query<{ deleted: boolean }>(
    `INSERT INTO albums (id, owner_id, reached) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET reached = CASE WHEN albums.deleted THEN albums.reached ELSE GREATEST(albums.reached, $3) END
     RETURNING deleted`,
    [albumId, ownerId, complete ? version : 0],
  )
  if (album?.deleted) return
  await tx.query(
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
  await tx.query(
    `INSERT INTO albums (id, owner_id, reached, deleted) VALUES ($1, $2, 0, true)
     ON CONFLICT (id) DO UPDATE
     SET deleted = true, version = 0, reached = 0, title = '', description = '', theme = 'auto'`,
    [albumId, ownerId],
  )
  await tx.query('DELETE FROM placements WHERE album_id = $1', [albumId])
}
