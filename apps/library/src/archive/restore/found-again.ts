const found = (table: string, kept: string): string => `
  SELECT s.old_id AS old, f.id AS now, f.id = s.new_id AS came
  FROM staged_rows s CROSS JOIN LATERAL (
    SELECT f.id FROM ${table} f WHERE f.id = s.new_id AND f.owner_id = $2 ${kept}
    UNION ALL SELECT f.id FROM ${table} f
      WHERE f.id IN (s.old_id, (s.row ->> 'restored_from')::uuid) AND f.owner_id = $2 ${kept}
    UNION ALL SELECT f.id FROM ${table} f
      WHERE f.restored_from = coalesce((s.row ->> 'restored_from')::uuid, s.old_id) AND f.owner_id = $2 ${kept}
    LIMIT 1) AS f
  WHERE s.restore_id = $1 AND s.table_name = '${table}'`

/** SQL: what the ids of the backup are called today, and whether it came back with the restore `$1` of `$2`. */
export const PHOTOS = `found_photos AS (${found('photos', 'AND f.deleted_at IS NULL')})`
export const ALBUMS = `found_albums AS (
  ${found('albums', '')}
  UNION SELECT s.old_id, a.id, false FROM staged_rows s JOIN albums a ON a.owner_id = $2 AND a.is_favorites
  WHERE s.restore_id = $1 AND s.table_name = 'albums' AND (s.row ->> 'is_favorites')::boolean AND s.old_id <> a.id)`
