import type { Library } from '../accounts/change-library.ts'
import { takePhotos } from './arrange-album.ts'
import { placePhotos } from './place-photos.ts'
import { findFavorites } from './find-album.ts'

/** A liked photo is a member of Favorites and says so itself: the two change together, here only. Answers how many changed. */
export async function likePhotos(library: Library, photoIds: string[], liked: boolean): Promise<number> {
  const { tx, ownerId, now } = library
  const rows = await tx.sql<{ id: string }>(
    `WITH changed AS (
       UPDATE photos SET is_favorite = $3, updated_at = $4
       WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL AND is_favorite <> $3 RETURNING id)
     SELECT id FROM changed`,
    [photoIds, ownerId, liked, now],
  )
  if (!rows.length) return 0
  library.marks.add('likes')
  const changed = new Set(rows.map(row => row.id))
  const favorites = await findFavorites(tx.em, ownerId)
  const move = liked ? placePhotos : takePhotos
  return move(
    library,
    favorites,
    photoIds.filter(id => changed.has(id)),
  )
}
