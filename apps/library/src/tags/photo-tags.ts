import type { TagView } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import type { Library } from '../accounts/change-library.ts'
import { ensureTags } from './ensure-tags.ts'

/** Every attachment and its tag's count change together, here only. */
export async function addTags({ tx, marks }: Library, photoIds: string[], tagIds: string[]): Promise<void> {
  if (tagIds.length) marks.add('tags')
  await tx.sql(
    `WITH added AS (
       INSERT INTO photo_tags (tag_id, photo_id, photo_number)
       SELECT t.id, p.id, p.number FROM unnest($2::uuid[]) AS t(id), photos p WHERE p.id = ANY($1::uuid[])
       ON CONFLICT DO NOTHING RETURNING tag_id),
     counts AS (SELECT tag_id, count(*) AS n FROM added GROUP BY tag_id)
     UPDATE tags SET usage_count = usage_count + n FROM counts WHERE id = tag_id`,
    [photoIds, tagIds],
  )
}

/**
 * Takes these tags off the photos; all of them when none are named, as the photos go: their own event covers the tags too, and
 * the trash keeps which they were.
 */
export async function dropTags(own: Library, photoIds: string[], tagIds: string[] | null = null): Promise<void> {
  const { tx, marks } = own
  if (tagIds) marks.add('tags')
  await tx.sql(
    `WITH dropped AS (
       DELETE FROM photo_tags WHERE photo_id = ANY($1::uuid[]) AND ($2::uuid[] IS NULL OR tag_id = ANY($2))
       RETURNING tag_id, photo_id),
     kept AS (
       INSERT INTO trashed_photo_tags (tag_id, photo_id) SELECT tag_id, photo_id FROM dropped WHERE $2::uuid[] IS NULL
       ON CONFLICT DO NOTHING),
     counts AS (SELECT tag_id, count(*) AS n FROM dropped GROUP BY tag_id)
     UPDATE tags SET usage_count = usage_count - n FROM counts WHERE id = tag_id`,
    [photoIds, tagIds],
  )
}

/** The photo then has these labels and no other; new ones become tags. */
export async function replaceTags(own: Library, photoId: string, labels: string[]): Promise<void> {
  const wanted = await ensureTags(own, labels)
  const rows = await own.tx.sql<{ tag_id: string }>('SELECT tag_id FROM photo_tags WHERE photo_id = $1', [photoId])
  const surplus = rows.map(row => row.tag_id).filter(id => !wanted.includes(id))
  if (surplus.length) await dropTags(own, [photoId], surplus)
  await addTags(own, [photoId], wanted)
}

export const tagsOfPhoto = (reader: Database | Tx, photoId: string): Promise<TagView[]> =>
  reader.sql<TagView>(
    `SELECT t.id, t.label, t.usage_count AS "usageCount" FROM photo_tags x JOIN tags t ON t.id = x.tag_id
     WHERE x.photo_id = $1 ORDER BY t.label`,
    [photoId],
  )
