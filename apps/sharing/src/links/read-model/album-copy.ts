import type { albumArranged, albumCreated, albumUpdated, EventOf } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { reach, startAnew } from './album-reached.ts'
import { orderChanges } from './gallery-changes.ts'
import { shownSince } from './shown-since.ts'

export type AlbumState = EventOf<typeof albumCreated | typeof albumUpdated>['data']
export type Arrangement = EventOf<typeof albumArranged>['data']

/** Title, description, theme, sections and the head of the gallery. Created and updated carry the same state, so the newest version wins whichever comes first. */
export async function rememberAlbum(tx: Tx, album: AlbumState): Promise<void> {
  if (!(await reach(tx, album))) return
  await tx.sql(
    `UPDATE albums SET version = $2, title = $3, description = $4, theme = $5, header = $6,
       sections = coalesce($7::jsonb, sections)
     WHERE id = $1 AND version < $2`,
    [
      ...[album.albumId, album.version, album.title, album.description, album.theme, album.header ?? null],
      album.sections ? JSON.stringify(album.sections) : null,
    ],
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
    `INSERT INTO album_photos (album_id, photo_id, version, present, position)
     SELECT $1::uuid, photo_id, $2::int, true, position FROM unnest($3::uuid[], $4::float8[]) AS placed (photo_id, position)
     UNION ALL SELECT $1::uuid, photo_id, $2::int, false, null FROM unnest($5::uuid[]) AS removed (photo_id)
     ON CONFLICT (album_id, photo_id)
     DO UPDATE SET version = excluded.version, present = excluded.present, position = excluded.position,
       shown_since = CASE WHEN excluded.present THEN album_photos.shown_since END
     WHERE album_photos.version < excluded.version`,
    [albumId, version, placed.map(p => p.photoId), placed.map(p => p.position), removed],
  )
  const photoIds = placed.map(({ photoId }) => photoId)
  if (photoIds.length > 0) await shownSince(tx, albumId, photoIds)
}

/** Leaves a tombstone, so that an event that comes late does not bring the album back. False: it is back already. */
export const forgetAlbum = (tx: Tx, albumId: string, ownerId: string, version: number): Promise<boolean> =>
  startAnew(tx, albumId, ownerId, version)

/** Whatever was before is void, also where its deletion has not been heard of yet. False: it was deleted again. */
export async function bringBackAlbum(tx: Tx, album: AlbumState): Promise<boolean> {
  await startAnew(tx, album.albumId, album.ownerId, album.version - 1)
  const [back] = await tx.sql<{ id: string }>(
    'UPDATE albums SET deleted = false WHERE id = $1 AND discarded_version = $2 RETURNING id',
    [album.albumId, album.version - 1],
  )
  if (back) await rememberAlbum(tx, album)
  return back !== undefined
}
