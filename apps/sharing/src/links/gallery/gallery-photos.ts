import type { Database } from '@daymark/platform'
import type { AccessRow } from './gallery-access.ts'

type Place = Pick<AccessRow, 'albumId' | 'ownerId'>

/**
 * The photos of a gallery in its order, whatever columns of them are needed. The fence (OFFSET 0) makes it one look-up by key per
 * photo: left alone, the planner reads the photos of all owners as soon as an album is large.
 */
export function galleryPhotos<T>(db: Database, { albumId, ownerId }: Place, columns: string): Promise<T[]> {
  return db.sql<T>(
    `SELECT p.* FROM album_photos m CROSS JOIN LATERAL (
       SELECT ${columns} FROM photos WHERE id = m.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
     ) p
     WHERE m.album_id = $1 AND m.present ORDER BY m.position, m.photo_id`,
    [albumId, ownerId],
  )
}

/** The one that its addresses name so. */
export async function galleryPhotoNamed<T>(
  db: Database,
  { albumId, ownerId }: AccessRow,
  columns: string,
  stem: string,
): Promise<T[]> {
  const found = await namedPhoto<T>(db, { albumId, ownerId }, columns, stem, 'stem = $3')
  return found.length > 0 ? found : namedPhoto<T>(db, { albumId, ownerId }, columns, stem, formerlyNamed('stem', '$3'))
}

/** SQL: it was named so before its file was replaced. Names of one photo differ in what stands behind '~' alone. */
export const formerlyNamed = (stem: string, name: string): string =>
  `${stem.replace('stem', 'replaced_at')} IS NOT NULL AND split_part(${stem}, '~', 1) = split_part(${name}, '~', 1)`

// oxlint-disable-next-line max-params -- what, of whom, and by which of its names
function namedPhoto<T>(db: Database, { albumId, ownerId }: Place, columns: string, stem: string, named: string) {
  return db.sql<T>(
    `SELECT ${columns} FROM photos
     WHERE owner_id = $2 AND ${named} AND NOT deleted AND variants IS NOT NULL
       AND EXISTS (SELECT FROM album_photos WHERE album_id = $1 AND photo_id = photos.id AND present)`,
    [albumId, ownerId, stem.includes('\0') ? null : stem],
  )
}
