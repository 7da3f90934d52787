/**
 * SQL of a staged photo `s`: neither it nor what it came back as is in the library of `$2`. A photo in its time of grace is deleted,
 * so it is missing.
 */
export const IS_MISSING = `NOT EXISTS (
  SELECT FROM photos p WHERE p.owner_id = $2 AND p.deleted_at IS NULL AND p.id IN (s.old_id, (s.row ->> 'restored_from')::uuid))
  AND NOT EXISTS (
  SELECT FROM photos p WHERE p.owner_id = $2 AND p.deleted_at IS NULL
    AND p.restored_from = coalesce((s.row ->> 'restored_from')::uuid, s.old_id))`

/** Where its file is put; the ending of a key says how the file is kept. */
export const NEW_KEY = `'originals/' || s.new_id || coalesce(substring(s.row ->> 'object_key' from '[.][a-z0-9]+$'), '')`

/**
 * SQL of a staged earlier version `e` of a staged photo `s`: the id that media is to know it by, and where its file is put. Its id of
 * before may be that of its photo, so neither can be made of that alone.
 */
export const EARLIER_ID = `overlay(overlay(md5(s.new_id || 'earlier') placing '8' from 13) placing 'a' from 17)::uuid`
export const EARLIER_KEY = `'originals/' || ${EARLIER_ID} || coalesce(substring(e.row ->> 'object_key' from '[.][a-z0-9]+$'), '')`
/** The earlier version `e` of a photo `s`. */
export const EARLIER = `staged_rows e
  ON e.restore_id = s.restore_id AND e.table_name = 'photo_files' AND (e.row ->> 'photo_id')::uuid = s.old_id`
