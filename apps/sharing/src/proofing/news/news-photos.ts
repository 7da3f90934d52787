import type { Database } from '@daymark/platform'

export type Place = { albumId: string; ownerId: string; since: number }
export type NewsRow = { id: string; isNew: boolean }

/** Photos that are not shown yet have no version and are not new. */
const IS_NEW = 'coalesce(m.shown_since, 0) > $3'

/**
 * Photos of a gallery that it shows since a later point than `$3`, or whose file it does, in its order: one statement along the album's
 * places. Photos are looked at by key, and only those (the fence, as in gallery/gallery-photos.ts).
 */
export const newsPhotos = (columns: string): string => `
  SELECT p.*, ${IS_NEW} AS "isNew" FROM album_photos m CROSS JOIN LATERAL (
    SELECT ${columns} FROM photos WHERE id = m.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
  ) p
  WHERE m.album_id = $1 AND m.present AND (${IS_NEW} OR m.corrected_since > $3)
  ORDER BY m.position, m.photo_id`

export const newsOf = (db: Database, { albumId, ownerId, since }: Place): Promise<NewsRow[]> =>
  db.sql<NewsRow>(newsPhotos('id'), [albumId, ownerId, since])
