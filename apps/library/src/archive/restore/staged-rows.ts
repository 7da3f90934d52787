/**
 * SQL condition on a staged photo `s`: neither the photo nor an earlier restore of it is in the library of `$2`. A photo in the
 * trash counts as missing.
 */
export const IS_MISSING = `NOT EXISTS (
  SELECT FROM photos p WHERE p.owner_id = $2 AND p.deleted_at IS NULL AND p.id IN (s.old_id, (s.row ->> 'restored_from')::uuid))
  AND NOT EXISTS (
  SELECT FROM photos p WHERE p.owner_id = $2 AND p.deleted_at IS NULL
    AND p.restored_from = coalesce((s.row ->> 'restored_from')::uuid, s.old_id))`

/** SQL for the storage key of the file of a restored photo `s`. The extension of a key states whether the file is encrypted. */
export const NEW_KEY = `'originals/' || s.new_id || coalesce(substring(s.row ->> 'object_key' from '[.][a-z0-9]+$'), '')`

/**
 * SQL of a staged earlier version `e` of a staged photo `s`: its new id and storage key. Both derive from the photo's new id, because
 * the old id of the version may equal that of its photo.
 */
export const EARLIER_ID = `overlay(overlay(md5(s.new_id || 'earlier') placing '8' from 13) placing 'a' from 17)::uuid`
export const EARLIER_KEY = `'originals/' || ${EARLIER_ID} || coalesce(substring(e.row ->> 'object_key' from '[.][a-z0-9]+$'), '')`
/** SQL that joins the earlier version `e` of a staged photo `s`. */
export const EARLIER = `staged_rows e
  ON e.restore_id = s.restore_id AND e.table_name = 'photo_files' AND (e.row ->> 'photo_id')::uuid = s.old_id`

const mapStagedIds = (table: string, condition: string): string => `
  SELECT s.old_id AS old, f.id AS now, f.id = s.new_id AS came
  FROM staged_rows s CROSS JOIN LATERAL (
    SELECT f.id FROM ${table} f WHERE f.id = s.new_id AND f.owner_id = $2 ${condition}
    UNION ALL SELECT f.id FROM ${table} f
      WHERE f.id IN (s.old_id, (s.row ->> 'restored_from')::uuid) AND f.owner_id = $2 ${condition}
    UNION ALL SELECT f.id FROM ${table} f
      WHERE f.restored_from = coalesce((s.row ->> 'restored_from')::uuid, s.old_id) AND f.owner_id = $2 ${condition}
    LIMIT 1) AS f
  WHERE s.restore_id = $1 AND s.table_name = '${table}'`

/** SQL that maps ids in the backup (`old`) to ids in the library (`now`). `came`: the restore `$1` of the account `$2` created the row. */
export const PHOTOS = `found_photos AS (${mapStagedIds('photos', 'AND f.deleted_at IS NULL')})`
export const ALBUMS = `found_albums AS (
  ${mapStagedIds('albums', '')}
  UNION SELECT s.old_id, a.id, false FROM staged_rows s JOIN albums a ON a.owner_id = $2 AND a.is_favorites
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND (s.row ->> 'is_favorites')::boolean AND s.old_id <> a.id)`
