import type { Library } from '../../accounts/change-library.ts'
import { PHOTOS } from './staged-rows.ts'

/** Inserts missing tags. A tag exists if its id or its label does: a tag that was renamed after the backup is not restored again. */
export const RESTORE_TAGS = `
  INSERT INTO tags (owner_id, label, label_key, created_at)
  SELECT $2, r.label, r.label_key, r.created_at
  FROM staged_rows s CROSS JOIN LATERAL jsonb_populate_record(NULL::tags, s.row) AS r
  WHERE s.restore_id = $1 AND s.table_name = 'tags' AND NOT EXISTS (SELECT FROM tags t WHERE t.id = s.old_id AND t.owner_id = $2)
  ON CONFLICT DO NOTHING`
const INSERT_PHOTO_TAGS = `
  WITH ${PHOTOS}
  INSERT INTO photo_tags (tag_id, photo_id, photo_number)
  SELECT t.id, p.now, (s.row ->> 'photo_number')::int
  FROM staged_rows s
    JOIN found_photos p ON p.old = (s.row ->> 'photo_id')::uuid AND p.came
    JOIN staged_rows old ON old.restore_id = $1 AND old.table_name = 'tags' AND old.old_id = (s.row ->> 'tag_id')::uuid
    CROSS JOIN LATERAL (
      SELECT id FROM tags WHERE id = old.old_id AND owner_id = $2
      UNION ALL SELECT id FROM tags WHERE owner_id = $2 AND label_key = old.row ->> 'label_key' LIMIT 1) AS t
  WHERE s.restore_id = $1 AND s.table_name = 'photo_tags' ON CONFLICT DO NOTHING`

/** Restores missing tags and attaches the tags of restored photos. */
export async function restoreMissingTags({ tx, ownerId }: Library, restoreId: string): Promise<void> {
  await tx.sql(RESTORE_TAGS, [restoreId, ownerId])
  await tx.sql(INSERT_PHOTO_TAGS, [restoreId, ownerId])
}
