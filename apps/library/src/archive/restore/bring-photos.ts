import type { Library } from '../../accounts/change-library.ts'
import { announcePhotos } from '../announce-photos.ts'
import { bringFiles } from './bring-files.ts'
import { IS_MISSING, NEW_KEY } from './missing-photos.ts'

const AT_ONCE = 200
/** What differs from the row of the backup; everything else is as it was, and columns of an older or newer version are left out. */
export const BRING_PHOTOS = `
  WITH missing AS (
    SELECT s.*, EXISTS (SELECT FROM photos p WHERE p.owner_id = $2 AND p.stem = s.row ->> 'stem') AS taken
    FROM staged_rows s
    WHERE s.restore_id = $1 AND s.table_name = 'photos' AND ${IS_MISSING}
    ORDER BY s.old_id LIMIT ${AT_ONCE}
  ), named AS (
    SELECT s.*, CASE WHEN taken THEN replace(s.row ->> 'stem', '~', '-') || '-' || left(s.new_id::text, 6) ELSE s.row ->> 'stem' END AS stem
    FROM missing s
  ), brought AS (
    INSERT INTO photos (id, owner_id, number, stem, extension, filename, original_filename, title, caption, is_favorite, object_key,
      size, sha256, crc32, mime_type, format, status, width, height, orientation, placeholder, creation_tool, taken_at, exif, capture,
      sent_by, version, created_at, updated_at, restored_from)
    SELECT s.new_id, $2, r.number, s.stem, r.extension, s.stem || substring(r.filename from '[.][^.]*$'), r.original_filename, r.title,
      r.caption, r.is_favorite, ${NEW_KEY}, r.size, r.sha256, r.crc32, r.mime_type, r.format, 'processing', r.width, r.height,
      r.orientation, r.placeholder, r.creation_tool, r.taken_at, r.exif, r.capture, r.sent_by, 1, r.created_at, $3, coalesce(r.restored_from, s.old_id)
    FROM named s CROSS JOIN LATERAL jsonb_populate_record(NULL::photos, s.row) AS r
    ON CONFLICT DO NOTHING RETURNING id)
  SELECT id FROM brought`

/** Photos whose files are there by now. Answers whether there may be more. */
export async function bringPhotos(own: Library, restoreId: string): Promise<boolean> {
  const rows = await own.tx.sql<{ id: string }>(BRING_PHOTOS, [restoreId, own.ownerId, own.now])
  const ids = rows.map(({ id }) => id)
  await bringFiles(own, restoreId, ids)
  await announcePhotos(own.tx, ids)
  return ids.length === AT_ONCE
}
