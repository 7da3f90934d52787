import { parseSeenState, type SeenState, mergeSeenStates, continueVisit } from '@daymark/contracts'
import type { Database } from '@daymark/platform'

type NewsScope = { albumId: string; ownerId: string; since: number }
type NewsRow = { id: string; isNew: boolean }

/** Photos placed before news existed have no value and count as old. */
const IS_NEW = 'coalesce(m.shown_since, 0) > $3'

/**
 * Photos of a gallery that became visible, or whose file was replaced, after `$3`, in the gallery's order: one
 * statement along the album's order that reads only those photos, by key (the fence of `galleryPhotos`).
 */
export const newsPhotosSql = (columns: string): string => `
  SELECT p.*, ${IS_NEW} AS "isNew" FROM album_photos m CROSS JOIN LATERAL (
    SELECT ${columns} FROM photos WHERE id = m.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
  ) p
  WHERE m.album_id = $1 AND m.present AND (${IS_NEW} OR m.corrected_since > $3)
  ORDER BY m.position, m.photo_id`

export const findNews = (db: Database, { albumId, ownerId, since }: NewsScope): Promise<NewsRow[]> =>
  db.sql<NewsRow>(newsPhotosSql('id'), [albumId, ownerId, since])

const SEEN_REFRESH_MS = 5 * 60_000

type SeenSources = { seen: (string | null | undefined)[]; changes: number; now: number; upTo: number | undefined }

/**
 * What a visitor has seen, combined from browser and pick list. Values ahead of the gallery are from before a restored
 * backup and are ignored, as on a first visit.
 */
export function combineSeen({ seen, changes, now, upTo }: SeenSources): SeenState {
  const valid = seen.flatMap(stored => parseSeenState(stored) ?? []).filter(entry => entry.upTo <= changes)
  const [first, ...more] = valid.map(entry => continueVisit(entry, now))
  const before = first ? more.reduce(mergeSeenStates, first) : { since: null, upTo: changes, at: now }
  if (upTo === undefined) return before
  const all = Math.min(upTo, changes)
  return mergeSeenStates(before, { since: all, upTo: all, at: now })
}

/** Whether the stored state is out of date. Otherwise it is refreshed at most every five minutes. */
export function needsUpdate(seen: SeenState, stored: string | null): boolean {
  const before = parseSeenState(stored)
  if (before?.since !== seen.since || before.upTo !== seen.upTo) return true
  return seen.at - before.at > SEEN_REFRESH_MS
}
