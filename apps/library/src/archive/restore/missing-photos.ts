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
