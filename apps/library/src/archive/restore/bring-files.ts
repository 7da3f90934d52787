import type { Library } from '../../accounts/change-library.ts'
import { announceFiles } from '../announce-photos.ts'
import { EARLIER, EARLIER_ID, EARLIER_KEY } from './missing-photos.ts'

/** Of photos that came back, what they were before another file took its place. */
export const BRING_FILES = `
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

export async function bringFiles(own: Library, restoreId: string, photoIds: string[]): Promise<void> {
  const rows = await own.tx.sql<{ id: string }>(BRING_FILES, [restoreId, own.ownerId, photoIds])
  await announceFiles(
    own.tx,
    rows.map(({ id }) => id),
  )
}
