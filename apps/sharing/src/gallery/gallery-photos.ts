import type { Database } from '@daymark/platform'
import type { AccessRow } from './gallery-access.ts'

type Place = Pick<AccessRow, 'albumId' | 'ownerId'>

/**
 * The photos of a gallery in its order, whatever columns of them are needed. The fence (OFFSET 0) makes it one look-up by key per
 * photo: left alone, the planner reads the photos of all owners as soon as an album is large.
 */
export function galleryPhotos<T>(db: Database, { albumId, ownerId }: Place, columns: string): Promise<T[]> {
  return db.sql<T>(
    `SELECT p.* FROM placements m CROSS JOIN LATERAL (
       SELECT ${columns} FROM photos WHERE id = m.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
     ) p
     WHERE m.album_id = $1 AND m.present ORDER BY m.position, m.photo_id`,
    [albumId, ownerId],
  )
}

/** The one that its addresses name so. */
export function galleryPhotoNamed<T>(
  db: Database,
  { albumId, ownerId }: AccessRow,
  columns: string,
  stem: string,
): Promise<T[]> {
  return db.sql<T>(
    `SELECT ${columns} FROM photos
     WHERE owner_id = $2 AND stem = $3 AND NOT deleted AND variants IS NOT NULL
       AND EXISTS (SELECT FROM placements WHERE album_id = $1 AND photo_id = photos.id AND present)`,
    [albumId, ownerId, stem.includes('\0') ? null : stem],
  )
}
