import { toSnakeCase } from '@daymark/platform'
import type { Library } from '../../accounts/change-library.ts'
import { EDITED_COLUMNS } from '../../photos/photo.entity.ts'
import { announceFiles, announcePhotos } from '../announce-imported.ts'
import { EARLIER, EARLIER_ID, EARLIER_KEY, IS_MISSING, NEW_KEY } from './staged-rows.ts'

/** Inserts the earlier versions of restored photos. */
export const RESTORE_FILES = `
  WITH brought AS (
    INSERT INTO photo_files (id, photo_id, owner_id, role, extension, original_filename, object_key, size, sha256, crc32, mime_type,
      format, status, width, height, orientation, placeholder, creation_tool, taken_at, exif, capture, created_at)
    SELECT ${EARLIER_ID}, s.new_id, $2, 'earlier', r.extension, r.original_filename, ${EARLIER_KEY}, r.size, r.sha256, r.crc32,
      r.mime_type, r.format, 'processing', r.width, r.height, r.orientation, r.placeholder, r.creation_tool, r.taken_at, r.exif, r.capture,
      r.created_at
    FROM staged_rows s JOIN ${EARLIER}
      JOIN photos p ON p.id = s.new_id AND p.owner_id = $2
      CROSS JOIN LATERAL jsonb_populate_record(NULL::photo_files, e.row) AS r
    WHERE s.restore_id = $1 AND s.table_name = 'photos' AND s.new_id = ANY ($3::uuid[])
    ON CONFLICT DO NOTHING RETURNING id, photo_id),
  marked AS (
    UPDATE photos SET has_earlier = true, replaced_at = b.replaced_at FROM (
      SELECT brought.photo_id, (s.row ->> 'replaced_at')::timestamptz AS replaced_at
      FROM brought JOIN staged_rows s ON s.restore_id = $1 AND s.table_name = 'photos' AND s.new_id = brought.photo_id) b
    WHERE photos.id = b.photo_id)
  SELECT id FROM brought`

async function restoreEarlierFiles(lockedLibrary: Library, restoreId: string, photoIds: string[]): Promise<void> {
  const rows = await lockedLibrary.tx.sql<{ id: string }>(RESTORE_FILES, [restoreId, lockedLibrary.ownerId, photoIds])
  await announceFiles(
    lockedLibrary.tx,
    rows.map(({ id }) => id),
  )
}

const BATCH_SIZE = 200
const EDITED = EDITED_COLUMNS.map(toSnakeCase)
/**
 * Inserts a batch of missing photos. Copies the columns of the backup's row by name, and ignores columns that this release does not have.
 */
export const RESTORE_PHOTOS = `
  WITH missing AS (
    SELECT s.*, EXISTS (SELECT FROM photos p WHERE p.owner_id = $2 AND p.stem = s.row ->> 'stem') AS taken
    FROM staged_rows s
    WHERE s.restore_id = $1 AND s.table_name = 'photos' AND ${IS_MISSING}
    ORDER BY s.old_id LIMIT ${BATCH_SIZE}
  ), named AS (
    SELECT s.*, CASE WHEN taken THEN replace(s.row ->> 'stem', '~', '-') || '-' || left(s.new_id::text, 6) ELSE s.row ->> 'stem' END AS stem
    FROM missing s
  ), brought AS (
    INSERT INTO photos (id, owner_id, number, stem, extension, filename, original_filename, ${EDITED.join(', ')}, object_key,
      size, sha256, crc32, mime_type, format, status, width, height, orientation, placeholder, creation_tool, taken_at, exif, capture,
      sent_by, version, created_at, updated_at, restored_from)
    SELECT s.new_id, $2, r.number, s.stem, r.extension, s.stem || substring(r.filename from '[.][^.]*$'), r.original_filename,
      ${EDITED.map(column => `r.${column}`).join(', ')}, ${NEW_KEY}, r.size, r.sha256, r.crc32, r.mime_type, r.format, 'processing', r.width, r.height,
      r.orientation, r.placeholder, r.creation_tool, r.taken_at, r.exif, r.capture, r.sent_by, 1, r.created_at, $3, coalesce(r.restored_from, s.old_id)
    FROM named s CROSS JOIN LATERAL jsonb_populate_record(NULL::photos, s.row) AS r
    ON CONFLICT DO NOTHING RETURNING id)
  SELECT id FROM brought`

/** Restores a batch of missing photos, whose files are already in the photo store. Returns whether there may be more. */
export async function restoreMissingPhotos(lockedLibrary: Library, restoreId: string): Promise<boolean> {
  const rows = await lockedLibrary.tx.sql<{ id: string }>(RESTORE_PHOTOS, [
    restoreId,
    lockedLibrary.ownerId,
    lockedLibrary.now,
  ])
  const ids = rows.map(({ id }) => id)
  await restoreEarlierFiles(lockedLibrary, restoreId, ids)
  await announcePhotos(lockedLibrary.tx, ids)
  return ids.length === BATCH_SIZE
}
