import type { Library } from '../../accounts/change-library.ts'
import { Album } from '../../albums/album.entity.ts'
import { recordAlbumChange, type Placed } from '../../albums/change-album.ts'
import { ALBUMS, PHOTOS } from './staged-rows.ts'

export const INSERT_MISSING_ALBUMS = `
  INSERT INTO albums (id, owner_id, title, description, theme, cover_x, cover_y, header_layout, sections, capture_order, version, created_at, updated_at, restored_from)
  SELECT s.new_id, $2, r.title, r.description, r.theme, r.cover_x, r.cover_y, r.header_layout, coalesce(r.sections, '[]'), r.capture_order, 0,
    r.created_at, $3,
    coalesce(r.restored_from, s.old_id)
  FROM staged_rows s CROSS JOIN LATERAL jsonb_populate_record(NULL::albums, s.row) AS r
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND NOT r.is_favorites
    AND NOT EXISTS (SELECT FROM albums a WHERE a.owner_id = $2 AND (a.id IN (s.old_id, r.restored_from)
      OR a.restored_from = coalesce(r.restored_from, s.old_id)))
  ON CONFLICT DO NOTHING`

/**
 * Restored albums get all of their photos, existing albums only restored photos: a photo that the owner removed from an album after the
 * backup stays removed.
 */
const INSERT_ALBUM_PHOTOS = `
  WITH ${PHOTOS}, ${ALBUMS}, placed AS (
    INSERT INTO album_photos (album_id, photo_id, position)
    SELECT a.now, p.now, (s.row ->> 'position')::float8
    FROM staged_rows s
      JOIN found_albums a ON a.old = (s.row ->> 'album_id')::uuid
      JOIN found_photos p ON p.old = (s.row ->> 'photo_id')::uuid
    WHERE s.restore_id = $1 AND s.table_name = 'album_photos' AND (a.came OR p.came)
    ON CONFLICT DO NOTHING RETURNING album_id, photo_id, position)
  SELECT album_id AS "albumId", photo_id AS "photoId", position FROM placed ORDER BY position`

const UPDATE_COVERS = `
  WITH ${PHOTOS}, ${ALBUMS}
  UPDATE albums SET cover_photo_id = p.now FROM staged_rows s
    JOIN found_albums a ON a.old = s.old_id AND a.came JOIN found_photos p ON p.old = (s.row ->> 'cover_photo_id')::uuid
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND albums.id = a.now AND albums.version = 0`

/** Restores missing albums, and the positions of photos in albums. */
export async function restoreMissingAlbums(lockedLibrary: Library, restoreId: string): Promise<void> {
  const { tx, ownerId, now } = lockedLibrary
  await tx.sql(INSERT_MISSING_ALBUMS, [restoreId, ownerId, now])
  const placed = await tx.sql<Placed & { albumId: string }>(INSERT_ALBUM_PHOTOS, [restoreId, ownerId])
  await tx.sql(UPDATE_COVERS, [restoreId, ownerId])
  for (const [id, rows] of Map.groupBy(placed, ({ albumId }) => albumId)) {
    const album = await tx.em.findOneBy(Album, { id })
    // restored albums have version 0 and are published as a whole afterwards (announceAlbum)
    const positions = rows.map(({ photoId, position }) => ({ photoId, position }))
    if (album && album.version > 0)
      await recordAlbumChange(lockedLibrary, album, { placed: positions, added: rows.length })
  }
}
