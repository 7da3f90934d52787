import { errors, type TagView, trimVisibleText } from '@daymark/contracts'
import { type Database, parseIdOrThrow, parseIdsOrThrow, type Tx } from '@daymark/platform'
import { Any, type EntityManager } from 'typeorm'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { toStorableText } from '../input.ts'
import { Tag, toLabelKey } from './tag.entity.ts'

/** Finds a tag of this owner. Throws TAG_NOT_FOUND if it does not exist or belongs to another user. */
export async function findTag(em: EntityManager, id: string, ownerId: string): Promise<Tag> {
  const tag = await em.findOneBy(Tag, { id: parseIdOrThrow(errors.TAG_NOT_FOUND, id), ownerId })
  if (!tag) throw errors.TAG_NOT_FOUND()
  return tag
}

/** Finds the id of a tag by its label, ignoring case (rule 24). Returns null if there is no such tag. */
export async function findTagId(reader: Database | Tx, ownerId: string, label: string): Promise<string | null> {
  const key = toLabelKey(toStorableText(label).trim().replace(/\s+/g, ' '))
  const [row] = await reader.sql<{ id: string }>('SELECT id FROM tags WHERE owner_id = $1 AND label_key = $2', [
    ownerId,
    key,
  ])
  return row?.id ?? null
}

/** Returns the distinct ids. Throws TAG_NOT_FOUND if one of them is not a tag of this owner. */
export async function assertOwnTags(reader: Database | Tx, ownerId: string, requested: string[]): Promise<string[]> {
  if (!requested.length) throw errors.INVALID_INPUT({ reason: 'Choose at least one tag.' })
  const ids = parseIdsOrThrow(errors.TAG_NOT_FOUND, requested)
  const ownTags = await reader.sql('SELECT 1 FROM tags WHERE id = ANY($1::uuid[]) AND owner_id = $2', [ids, ownerId])
  if (ownTags.length < ids.length) throw errors.TAG_NOT_FOUND()
  return ids
}

/** Returns the ids of the tags with these labels. Creates missing tags and ignores blank labels (L-VAL-02). */
async function ensureTags(
  { tx, ownerId, now, libraryWideChanges }: LockedLibrary,
  labels: string[],
): Promise<string[]> {
  const requestedTags = labels.filter(label => trimVisibleText(label)).map(label => Tag.create(ownerId, label, now))
  const byKey = new Map(requestedTags.toReversed().map(tag => [tag.labelKey, tag]))
  const existing = await tx.em.findBy(Tag, { ownerId, labelKey: Any([...byKey.keys()]) })
  for (const tag of existing) byKey.delete(tag.labelKey)
  const created = [...byKey.values()]
  if (created.length) {
    await tx.em.insert(Tag, created)
    libraryWideChanges.add('tags')
  }
  return [...existing, ...created].map(tag => tag.id)
}

/** Attaches tags to photos and updates the usage counts of the tags. */
export async function attachTags(
  { tx, libraryWideChanges }: LockedLibrary,
  photoIds: string[],
  tagIds: string[],
): Promise<void> {
  if (tagIds.length) libraryWideChanges.add('tags')
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
 * Detaches tags from photos. `tagIds` null: detaches all tags of photos that are being deleted, and stores the attachments in the trash. No
 * event about tags is needed then, because the event about the photos covers them.
 */
export async function detachTags(
  lockedLibrary: LockedLibrary,
  photoIds: string[],
  tagIds: string[] | null = null,
): Promise<void> {
  const { tx, libraryWideChanges } = lockedLibrary
  if (tagIds) libraryWideChanges.add('tags')
  await tx.sql(
    `WITH detached AS (
       DELETE FROM photo_tags WHERE photo_id = ANY($1::uuid[]) AND ($2::uuid[] IS NULL OR tag_id = ANY($2))
       RETURNING tag_id, photo_id),
     trashed AS (
       INSERT INTO trashed_photo_tags (tag_id, photo_id) SELECT tag_id, photo_id FROM detached WHERE $2::uuid[] IS NULL
       ON CONFLICT DO NOTHING),
     counts AS (SELECT tag_id, count(*) AS n FROM detached GROUP BY tag_id)
     UPDATE tags SET usage_count = usage_count - n FROM counts WHERE id = tag_id`,
    [photoIds, tagIds],
  )
}

/** Replaces all tags of a photo by the tags with these labels. Creates missing tags. */
export async function replaceTags(lockedLibrary: LockedLibrary, photoId: string, labels: string[]): Promise<void> {
  const newTagIds = await ensureTags(lockedLibrary, labels)
  const rows = await lockedLibrary.tx.sql<{ tag_id: string }>('SELECT tag_id FROM photo_tags WHERE photo_id = $1', [
    photoId,
  ])
  const removedTagIds = rows.map(row => row.tag_id).filter(id => !newTagIds.includes(id))
  if (removedTagIds.length) await detachTags(lockedLibrary, [photoId], removedTagIds)
  await attachTags(lockedLibrary, [photoId], newTagIds)
}

export const readTagsOfPhoto = (reader: Database | Tx, photoId: string): Promise<TagView[]> =>
  reader.sql<TagView>(
    `SELECT t.id, t.label, t.usage_count AS "usageCount" FROM photo_tags x JOIN tags t ON t.id = x.tag_id
     WHERE x.photo_id = $1 ORDER BY t.label`,
    [photoId],
  )
