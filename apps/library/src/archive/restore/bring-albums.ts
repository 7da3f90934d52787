import type { Library } from '../../accounts/change-library.ts'
import { Album } from '../../albums/album.entity.ts'
import { arrange, type Placed } from '../../albums/arrange-album.ts'
import { ALBUMS, PHOTOS } from './found-again.ts'

export const BRING_ALBUMS = `
  INSERT INTO albums (id, owner_id, title, description, theme, cover_x, cover_y, header_layout, sections, capture_order, version, created_at, updated_at, restored_from)
  SELECT s.new_id, $2, r.title, r.description, r.theme, r.cover_x, r.cover_y, r.header_layout, coalesce(r.sections, '[]'), r.capture_order, 0,
    r.created_at, $3,
    coalesce(r.restored_from, s.old_id)
  FROM staged_rows s CROSS JOIN LATERAL jsonb_populate_record(NULL::albums, s.row) AS r
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND NOT r.is_favorites
    AND NOT EXISTS (SELECT FROM albums a WHERE a.owner_id = $2 AND (a.id IN (s.old_id, r.restored_from)
      OR a.restored_from = coalesce(r.restored_from, s.old_id)))
  ON CONFLICT DO NOTHING`

/** Into albums that came back everything that they had, into others only photos that came back: what was taken out since stays out. */
const PLACE = `
  WITH ${PHOTOS}, ${ALBUMS}, placed AS (
    INSERT INTO album_photos (album_id, photo_id, position)
    SELECT a.now, p.now, (s.row ->> 'position')::float8
    FROM staged_rows s
      JOIN found_albums a ON a.old = (s.row ->> 'album_id')::uuid
      JOIN found_photos p ON p.old = (s.row ->> 'photo_id')::uuid
    WHERE s.restore_id = $1 AND s.table_name = 'album_photos' AND (a.came OR p.came)
    ON CONFLICT DO NOTHING RETURNING album_id, photo_id, position)
  SELECT album_id AS "albumId", photo_id AS "photoId", position FROM placed ORDER BY position`

const COVERS = `
  WITH ${PHOTOS}, ${ALBUMS}
  UPDATE albums SET cover_photo_id = p.now FROM staged_rows s
    JOIN found_albums a ON a.old = s.old_id AND a.came JOIN found_photos p ON p.old = (s.row ->> 'cover_photo_id')::uuid
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND albums.id = a.now AND albums.version = 0`

/** Albums that are missing, and the places of photos. */
export async function bringAlbums(own: Library, restoreId: string): Promise<void> {
  const { tx, ownerId, now } = own
  await tx.sql(BRING_ALBUMS, [restoreId, ownerId, now])
  const placed = await tx.sql<Placed & { albumId: string }>(PLACE, [restoreId, ownerId])
  await tx.sql(COVERS, [restoreId, ownerId])
  for (const [id, rows] of Map.groupBy(placed, ({ albumId }) => albumId)) {
    const album = await tx.em.findOneBy(Album, { id })
    // those that came back are told as a whole afterwards
    const places = rows.map(({ photoId, position }) => ({ photoId, position }))
    if (album && album.version > 0) await arrange(own, album, { placed: places, came: rows.length })
  }
}
