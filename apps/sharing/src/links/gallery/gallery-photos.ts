import type { Database } from '@daymark/platform'
import type { AccessRow } from './gallery-access.ts'

type GalleryScope = Pick<AccessRow, 'albumId' | 'ownerId'>

/**
 * Returns the given columns of a gallery's photos in gallery order. OFFSET 0 makes PostgreSQL look up each photo by key; without it,
 * PostgreSQL would scan the photos of all owners if the album is large.
 */
export function findGalleryPhotos<T>(db: Database, { albumId, ownerId }: GalleryScope, columns: string): Promise<T[]> {
  return db.sql<T>(
    `SELECT p.* FROM album_photos m CROSS JOIN LATERAL (
       SELECT ${columns} FROM photos WHERE id = m.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
     ) p
     WHERE m.album_id = $1 AND m.present ORDER BY m.position, m.photo_id`,
    [albumId, ownerId],
  )
}

/**
 * Returns the photo with this name in public addresses, or the photo that had this name before its file was replaced. Returns an empty list
 * if there is none.
 */
export async function findGalleryPhotoByStem<T>(
  db: Database,
  { albumId, ownerId }: AccessRow,
  columns: string,
  stem: string,
): Promise<T[]> {
  const current = await findPhotoByStem<T>(db, { albumId, ownerId }, columns, stem, 'stem = $3')
  return current.length > 0
    ? current
    : findPhotoByStem<T>(db, { albumId, ownerId }, columns, stem, hadStemSql('stem', '$3'))
}

/** SQL condition: the photo had this name before its file was replaced. All names of a photo are equal up to '~'. */
export const hadStemSql = (stem: string, name: string): string =>
  `${stem.replace('stem', 'replaced_at')} IS NOT NULL AND split_part(${stem}, '~', 1) = split_part(${name}, '~', 1)`

// oxlint-disable-next-line max-params -- the condition differs between current and former names
function findPhotoByStem<T>(
  db: Database,
  { albumId, ownerId }: GalleryScope,
  columns: string,
  stem: string,
  condition: string,
) {
  return db.sql<T>(
    `SELECT ${columns} FROM photos
     WHERE owner_id = $2 AND ${condition} AND NOT deleted AND variants IS NOT NULL
       AND EXISTS (SELECT FROM album_photos WHERE album_id = $1 AND photo_id = photos.id AND present)`,
    [albumId, ownerId, stem.includes('\0') ? null : stem],
  )
}

/**
 * SQL that returns the id of a photo if a gallery can show it. OFFSET 0 makes PostgreSQL look up the photo by key (see
 * `findGalleryPhotos`).
 */
export const visiblePhotoSql = (photo: string, owner: string): string =>
  `SELECT id FROM photos WHERE id = ${photo} AND owner_id = ${owner} AND variants IS NOT NULL OFFSET 0`
