import { toSnakeCase } from '@daymark/platform'
import type { LockedLibrary } from '../../accounts/change-library.ts'
import { Album } from '../../albums/album.entity.ts'
import { type PhotoPosition, recordAlbumChange } from '../../albums/change-album.ts'
import { EDITED_COLUMNS } from '../../photos/photo.entity.ts'
import { publishImportedEarlierFiles, publishImportedPhotos } from '../finish-import.ts'

/**
 * SQL condition on a staged photo `s`: the library of the owner `$2` contains neither this photo nor a photo that an earlier restore
 * created from it. Photos in the trash do not count.
 */
export const IS_MISSING_SQL = `NOT EXISTS (
  SELECT FROM photos p WHERE p.owner_id = $2 AND p.deleted_at IS NULL AND p.id IN (s.old_id, (s.row ->> 'restored_from')::uuid))
  AND NOT EXISTS (
  SELECT FROM photos p WHERE p.owner_id = $2 AND p.deleted_at IS NULL
    AND p.restored_from = coalesce((s.row ->> 'restored_from')::uuid, s.old_id))`

/**
 * SQL for the new storage key of the file of a staged photo `s`. Keeps the extension of the old key, which states whether the file is
 * encrypted.
 */
export const NEW_STORAGE_KEY_SQL = `'originals/' || s.new_id || coalesce(substring(s.row ->> 'object_key' from '[.][a-z0-9]+$'), '')`

/**
 * SQL for the new id of the earlier version of a staged photo `s`. It is derived from the photo's new id, because the old id of the version
 * may equal the old id of the photo.
 */
export const NEW_EARLIER_FILE_ID_SQL = `overlay(overlay(md5(s.new_id || 'earlier') placing '8' from 13) placing 'a' from 17)::uuid`
/** SQL for the new storage key of the staged earlier version `e` of a staged photo `s`. */
export const NEW_EARLIER_STORAGE_KEY_SQL = `'originals/' || ${NEW_EARLIER_FILE_ID_SQL} || coalesce(substring(e.row ->> 'object_key' from '[.][a-z0-9]+$'), '')`
/** SQL that joins the staged earlier version `e` of a staged photo `s`. */
export const JOIN_EARLIER_VERSION = `staged_rows e
  ON e.restore_id = s.restore_id AND e.table_name = 'photo_files' AND (e.row ->> 'photo_id')::uuid = s.old_id`

const mapStagedIdsSql = (table: string, condition: string): string => `
  SELECT s.old_id AS backup_id, f.id AS library_id, f.id = s.new_id AS is_created
  FROM staged_rows s CROSS JOIN LATERAL (
    SELECT f.id FROM ${table} f WHERE f.id = s.new_id AND f.owner_id = $2 ${condition}
    UNION ALL SELECT f.id FROM ${table} f
      WHERE f.id IN (s.old_id, (s.row ->> 'restored_from')::uuid) AND f.owner_id = $2 ${condition}
    UNION ALL SELECT f.id FROM ${table} f
      WHERE f.restored_from = coalesce((s.row ->> 'restored_from')::uuid, s.old_id) AND f.owner_id = $2 ${condition}
    LIMIT 1) AS f
  WHERE s.restore_id = $1 AND s.table_name = '${table}'`

/**
 * SQL that maps photo ids in the backup (`backup_id`) to photo ids in the library (`library_id`). `is_created` is true if the restore `$1`
 * of the account `$2` created the photo.
 */
const PHOTO_ID_MAP_CTE = `photo_id_map AS (${mapStagedIdsSql('photos', 'AND f.deleted_at IS NULL')})`
export const ALBUM_ID_MAP_CTE = `album_id_map AS (
  ${mapStagedIdsSql('albums', '')}
  UNION SELECT s.old_id, a.id, false FROM staged_rows s JOIN albums a ON a.owner_id = $2 AND a.is_favorites
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND (s.row ->> 'is_favorites')::boolean AND s.old_id <> a.id)`

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
 * SQL that adds photos to albums: all photos to restored albums, but only restored photos to existing albums, because the owner may have
 * removed the other photos from these albums after the backup.
 */
const INSERT_ALBUM_PHOTOS = `
  WITH ${PHOTO_ID_MAP_CTE}, ${ALBUM_ID_MAP_CTE}, placed AS (
    INSERT INTO album_photos (album_id, photo_id, position)
    SELECT a.library_id, p.library_id, (s.row ->> 'position')::float8
    FROM staged_rows s
      JOIN album_id_map a ON a.backup_id = (s.row ->> 'album_id')::uuid
      JOIN photo_id_map p ON p.backup_id = (s.row ->> 'photo_id')::uuid
    WHERE s.restore_id = $1 AND s.table_name = 'album_photos' AND (a.is_created OR p.is_created)
    ON CONFLICT DO NOTHING RETURNING album_id, photo_id, position)
  SELECT album_id AS "albumId", photo_id AS "photoId", position FROM placed ORDER BY position`

const UPDATE_COVERS = `
  WITH ${PHOTO_ID_MAP_CTE}, ${ALBUM_ID_MAP_CTE}
  UPDATE albums SET cover_photo_id = p.library_id FROM staged_rows s
    JOIN album_id_map a ON a.backup_id = s.old_id AND a.is_created JOIN photo_id_map p ON p.backup_id = (s.row ->> 'cover_photo_id')::uuid
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND albums.id = a.library_id AND albums.version = 0`

/** Restores albums that are missing in the library, and adds photos to albums at their positions in the backup. */
export async function restoreMissingAlbums(lockedLibrary: LockedLibrary, restoreId: string): Promise<void> {
  const { tx, ownerId, now } = lockedLibrary
  await tx.sql(INSERT_MISSING_ALBUMS, [restoreId, ownerId, now])
  const restoredPositions = await tx.sql<PhotoPosition & { albumId: string }>(INSERT_ALBUM_PHOTOS, [restoreId, ownerId])
  await tx.sql(UPDATE_COVERS, [restoreId, ownerId])
  for (const [id, rows] of Map.groupBy(restoredPositions, ({ albumId }) => albumId)) {
    const album = await tx.em.findOneBy(Album, { id })
    // restored albums have version 0: publishNextImportedAlbum publishes them later, with all positions
    const positions = rows.map(({ photoId, position }) => ({ photoId, position }))
    if (album && album.version > 0)
      await recordAlbumChange(lockedLibrary, album, { placed: positions, added: rows.length })
  }
}

/** SQL that inserts the earlier versions of restored photos and sets `has_earlier` of these photos. */
export const INSERT_EARLIER_FILES = `
  WITH inserted AS (
    INSERT INTO photo_files (id, photo_id, owner_id, role, extension, original_filename, object_key, size, sha256, crc32, mime_type,
      format, status, width, height, orientation, placeholder, creation_tool, taken_at, exif, capture, created_at)
    SELECT ${NEW_EARLIER_FILE_ID_SQL}, s.new_id, $2, 'earlier', r.extension, r.original_filename, ${NEW_EARLIER_STORAGE_KEY_SQL}, r.size, r.sha256, r.crc32,
      r.mime_type, r.format, 'processing', r.width, r.height, r.orientation, r.placeholder, r.creation_tool, r.taken_at, r.exif, r.capture,
      r.created_at
    FROM staged_rows s JOIN ${JOIN_EARLIER_VERSION}
      JOIN photos p ON p.id = s.new_id AND p.owner_id = $2
      CROSS JOIN LATERAL jsonb_populate_record(NULL::photo_files, e.row) AS r
    WHERE s.restore_id = $1 AND s.table_name = 'photos' AND s.new_id = ANY ($3::uuid[])
    ON CONFLICT DO NOTHING RETURNING id, photo_id),
  updated_photos AS (
    UPDATE photos SET has_earlier = true, replaced_at = b.replaced_at FROM (
      SELECT inserted.photo_id, (s.row ->> 'replaced_at')::timestamptz AS replaced_at
      FROM inserted JOIN staged_rows s ON s.restore_id = $1 AND s.table_name = 'photos' AND s.new_id = inserted.photo_id) b
    WHERE photos.id = b.photo_id)
  SELECT id FROM inserted`

async function restoreEarlierFiles(lockedLibrary: LockedLibrary, restoreId: string, photoIds: string[]): Promise<void> {
  const rows = await lockedLibrary.tx.sql<{ id: string }>(INSERT_EARLIER_FILES, [
    restoreId,
    lockedLibrary.ownerId,
    photoIds,
  ])
  await publishImportedEarlierFiles(
    lockedLibrary.tx,
    rows.map(({ id }) => id),
  )
}

const PHOTOS_PER_BATCH = 200
const EDITED_COLUMN_NAMES = EDITED_COLUMNS.map(toSnakeCase)
/** SQL that inserts a batch of missing photos. jsonb_populate_record ignores columns of the backup that this release does not have. */
export const INSERT_MISSING_PHOTOS = `
  WITH missing AS (
    SELECT s.*, EXISTS (SELECT FROM photos p WHERE p.owner_id = $2 AND p.stem = s.row ->> 'stem') AS is_stem_taken
    FROM staged_rows s
    WHERE s.restore_id = $1 AND s.table_name = 'photos' AND ${IS_MISSING_SQL}
    ORDER BY s.old_id LIMIT ${PHOTOS_PER_BATCH}
  ), named AS (
    SELECT s.*, CASE WHEN is_stem_taken THEN replace(s.row ->> 'stem', '~', '-') || '-' || left(s.new_id::text, 6) ELSE s.row ->> 'stem' END AS stem
    FROM missing s
  ), inserted AS (
    INSERT INTO photos (id, owner_id, number, stem, extension, filename, original_filename, ${EDITED_COLUMN_NAMES.join(', ')}, object_key,
      size, sha256, crc32, mime_type, format, status, width, height, orientation, placeholder, creation_tool, taken_at, exif, capture,
      sent_by, version, created_at, updated_at, restored_from)
    SELECT s.new_id, $2, r.number, s.stem, r.extension, s.stem || substring(r.filename from '[.][^.]*$'), r.original_filename,
      ${EDITED_COLUMN_NAMES.map(column => `r.${column}`).join(', ')}, ${NEW_STORAGE_KEY_SQL}, r.size, r.sha256, r.crc32, r.mime_type, r.format, 'processing', r.width, r.height,
      r.orientation, r.placeholder, r.creation_tool, r.taken_at, r.exif, r.capture, r.sent_by, 1, r.created_at, $3, coalesce(r.restored_from, s.old_id)
    FROM named s CROSS JOIN LATERAL jsonb_populate_record(NULL::photos, s.row) AS r
    ON CONFLICT DO NOTHING RETURNING id)
  SELECT id FROM inserted`

/** Restores a batch of missing photos. Their files must already be in the photo store. Returns whether more photos may be missing. */
export async function restoreMissingPhotos(lockedLibrary: LockedLibrary, restoreId: string): Promise<boolean> {
  const rows = await lockedLibrary.tx.sql<{ id: string }>(INSERT_MISSING_PHOTOS, [
    restoreId,
    lockedLibrary.ownerId,
    lockedLibrary.now,
  ])
  const ids = rows.map(({ id }) => id)
  await restoreEarlierFiles(lockedLibrary, restoreId, ids)
  await publishImportedPhotos(lockedLibrary.tx, ids)
  return ids.length === PHOTOS_PER_BATCH
}

/**
 * SQL that inserts the tags of a backup, except tags whose id or label exists in the library. Because ids are compared, a tag that was
 * renamed after the backup is not inserted again.
 */
export const INSERT_MISSING_TAGS = `
  INSERT INTO tags (owner_id, label, label_key, created_at)
  SELECT $2, r.label, r.label_key, r.created_at
  FROM staged_rows s CROSS JOIN LATERAL jsonb_populate_record(NULL::tags, s.row) AS r
  WHERE s.restore_id = $1 AND s.table_name = 'tags' AND NOT EXISTS (SELECT FROM tags t WHERE t.id = s.old_id AND t.owner_id = $2)
  ON CONFLICT DO NOTHING`
const INSERT_PHOTO_TAGS = `
  WITH ${PHOTO_ID_MAP_CTE}
  INSERT INTO photo_tags (tag_id, photo_id, photo_number)
  SELECT t.id, p.library_id, (s.row ->> 'photo_number')::int
  FROM staged_rows s
    JOIN photo_id_map p ON p.backup_id = (s.row ->> 'photo_id')::uuid AND p.is_created
    JOIN staged_rows tag ON tag.restore_id = $1 AND tag.table_name = 'tags' AND tag.old_id = (s.row ->> 'tag_id')::uuid
    CROSS JOIN LATERAL (
      SELECT id FROM tags WHERE id = tag.old_id AND owner_id = $2
      UNION ALL SELECT id FROM tags WHERE owner_id = $2 AND label_key = tag.row ->> 'label_key' LIMIT 1) AS t
  WHERE s.restore_id = $1 AND s.table_name = 'photo_tags' ON CONFLICT DO NOTHING`

/** Restores missing tags, and attaches tags to the photos that this restore created. */
export async function restoreMissingTags({ tx, ownerId }: LockedLibrary, restoreId: string): Promise<void> {
  await tx.sql(INSERT_MISSING_TAGS, [restoreId, ownerId])
  await tx.sql(INSERT_PHOTO_TAGS, [restoreId, ownerId])
}
