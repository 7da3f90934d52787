import type { LockedLibrary } from '../accounts/change-library.ts'
import { orderAddedPhotos } from '../capture-order/capture-order.ts'
import type { Album } from './album.entity.ts'
import { POSITION_GAP, type PhotoPosition, recordAlbumChange, removeFromAlbum } from './change-album.ts'
import { findFavorites } from './read-albums.ts'

/**
 * Adds photos in the given order to the end of the album, or by capture time if the album keeps capture order. Ignores photos that are
 * already in the album. Returns the number of added photos.
 */
export async function addToAlbum(library: LockedLibrary, album: Album, photoIds: string[]): Promise<number> {
  const newPositions = await library.tx.sql<PhotoPosition>(
    `WITH placed AS (
       INSERT INTO album_photos (album_id, photo_id, position)
       SELECT $1, new.id, greatest($4::float8, (SELECT max(position) FROM album_photos WHERE album_id = $1)) + new.n * $3
       FROM unnest($2::uuid[]) WITH ORDINALITY AS new(id, n)
       ON CONFLICT DO NOTHING RETURNING photo_id, position)
     SELECT photo_id AS "photoId", position FROM placed ORDER BY position`,
    [album.id, photoIds, POSITION_GAP, album.sections.at(-1)?.position ?? 0],
  )
  await recordAlbumChange(library, album, { placed: newPositions, added: newPositions.length })
  await orderAddedPhotos(
    library,
    album,
    newPositions.map(({ photoId }) => photoId),
  )
  return newPositions.length
}

/**
 * Likes or unlikes photos. Changes `is_favorite` and the membership in Favorites together, so that they cannot differ. Returns the number
 * of changed photos.
 */
export async function setLiked(library: LockedLibrary, photoIds: string[], liked: boolean): Promise<number> {
  const { tx, ownerId, now } = library
  const rows = await tx.sql<{ id: string }>(
    `UPDATE photos SET is_favorite = $3, updated_at = $4
     WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL AND is_favorite <> $3 RETURNING id`,
    [photoIds, ownerId, liked, now],
  )
  if (!rows.length) return 0
  library.libraryWideChanges.add('likes')
  const changedIds = new Set(rows.map(row => row.id))
  const favorites = await findFavorites(tx.em, ownerId)
  const change = liked ? addToAlbum : removeFromAlbum
  return change(
    library,
    favorites,
    photoIds.filter(id => changedIds.has(id)),
  )
}
