import { errors, UPLOAD_LINK_LIMITS, type UploadLimits } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import type { AnnouncedUploads } from '../uploads/announced-uploads.ts'

const HOUR_MS = 3_600_000
const COUNT_GUEST_UPLOADS = `
  SELECT count(*)::int AS ever, (count(*) FILTER (WHERE state <> 'withdrawn'))::int AS link,
    (count(*) FILTER (WHERE state <> 'withdrawn' AND guest_id = $2))::int AS guest,
    coalesce(sum(size) FILTER (WHERE state IN ('waiting', 'added')), 0)::float8 AS bytes,
    (count(*) FILTER (WHERE created_at > $3))::int AS "linkHour",
    (count(*) FILTER (WHERE created_at > $3 AND guest_id = $2))::int AS "guestHour"
  FROM guest_uploads WHERE link_id = $1`
type UploadCounts = Record<'ever' | 'link' | 'guest' | 'bytes' | 'linkHour' | 'guestHour', number>
type GuestRequest = { linkId: string; guestId: string; limits: UploadLimits; now: Date }
export type GuestQuota = { bytes: number; photos: number }

/**
 * Returns how many bytes and photos a guest may still send. Other uploads in progress count as sent; declined files count as photos but not
 * as bytes. Throws UPLOAD_LINK_FULL if no photo is left, or TOO_MANY_REQUESTS if the limit per hour is reached.
 */
export async function computeRemainingGuestQuota(
  db: Pick<Database | Tx, 'sql'>,
  request: GuestRequest,
  others?: AnnouncedUploads,
): Promise<GuestQuota> {
  const { remaining, counts } = await countUploads(db, request, others)
  if (counts.linkHour >= UPLOAD_LINK_LIMITS.linkPerHour || counts.guestHour >= UPLOAD_LINK_LIMITS.guestPerHour)
    throw errors.TOO_MANY_REQUESTS({ retryAfter: HOUR_MS / 1000 })
  if (counts.link >= request.limits.photos || counts.ever >= UPLOAD_LINK_LIMITS.perLink)
    throw errors.UPLOAD_LINK_FULL({ of: 'link' })
  if (remaining.photos <= 0) throw errors.UPLOAD_LINK_FULL({ of: 'guest' })
  return remaining
}

async function countUploads(
  db: Pick<Database | Tx, 'sql'>,
  { linkId, guestId, limits, now }: GuestRequest,
  others?: AnnouncedUploads,
) {
  const since = new Date(now.getTime() - HOUR_MS)
  const [counts] = await db.sql<UploadCounts>(COUNT_GUEST_UPLOADS, [linkId, guestId, since])
  if (!counts) throw new Error('the query returned no row')
  counts.link += others?.linkFiles ?? 0
  counts.guest += others?.guestFiles ?? 0
  counts.bytes += others?.linkBytes ?? 0
  const photos = Math.min(limits.photos - counts.link, limits.photosPerGuest - counts.guest)
  return { counts, remaining: { photos, bytes: limits.bytes === null ? Infinity : limits.bytes - counts.bytes } }
}
