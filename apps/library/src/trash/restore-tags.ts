import type { LockedLibrary } from '../accounts/change-library.ts'
import { Tag } from '../tags/tag.entity.ts'
import type { TagState } from './trash-albums-and-tags.ts'

type TrashedTagRow = { id: string; state: TagState }

/**
 * Restores tags from the trash, and attaches them to the photos that had them and still exist. If the owner has created a tag with the same
 * label since then, that tag gets the attachments. Returns the number of restored tags.
 */
export async function restoreTags(lockedLibrary: LockedLibrary, ids: string[], purgeCutoff: Date): Promise<number> {
  const rows = await lockedLibrary.tx.sql<TrashedTagRow>(
    `DELETE FROM trash WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND kind = 'tag' AND deleted_at > $3 RETURNING id, state`,
    [ids, lockedLibrary.ownerId, purgeCutoff],
  )
  for (const row of rows) await reattachTags(lockedLibrary, { tagIds: [await insertTag(lockedLibrary, row)] })
  return rows.length
}

/** Returns the id of the restored tag, or of the existing tag with the same label. */
async function insertTag(
  { tx, ownerId, libraryWideChanges }: LockedLibrary,
  { id, state }: TrashedTagRow,
): Promise<string> {
  libraryWideChanges.add('tags')
  const { label, labelKey, createdAt } = state
  const tagWithSameLabel = await tx.em.findOneBy(Tag, { ownerId, labelKey })
  if (!tagWithSameLabel) {
    await tx.em.insert(Tag, { id, ownerId, label, labelKey, usageCount: 0, createdAt: new Date(createdAt) })
    return id
  }
  await tx.sql(
    `WITH moved AS (DELETE FROM trashed_photo_tags WHERE tag_id = $1 RETURNING photo_id)
     INSERT INTO trashed_photo_tags (tag_id, photo_id) SELECT $2, photo_id FROM moved ON CONFLICT DO NOTHING`,
    [id, tagWithSameLabel.id],
  )
  return tagWithSameLabel.id
}

/** Attaches tags from the trash to their photos again, for the given photos or tags, where both the tag and the photo exist. */
export async function reattachTags(
  { tx, libraryWideChanges }: LockedLibrary,
  { photoIds = null, tagIds = null }: { photoIds?: string[] | null; tagIds?: string[] | null },
): Promise<void> {
  const attached = await tx.sql<{ id: string }>(
    `WITH restored AS (
       DELETE FROM trashed_photo_tags x USING photos p, tags t
       WHERE p.id = x.photo_id AND t.id = x.tag_id AND p.deleted_at IS NULL
         AND (x.photo_id = ANY($1::uuid[]) OR x.tag_id = ANY($2::uuid[]))
       RETURNING x.tag_id, x.photo_id, p.number),
     added AS (
       INSERT INTO photo_tags (tag_id, photo_id, photo_number) SELECT tag_id, photo_id, number FROM restored
       ON CONFLICT DO NOTHING RETURNING tag_id),
     counts AS (SELECT tag_id, count(*) AS n FROM added GROUP BY tag_id)
     UPDATE tags SET usage_count = usage_count + n FROM counts WHERE id = tag_id RETURNING id`,
    [photoIds, tagIds],
  )
  if (attached.length) libraryWideChanges.add('tags')
}
