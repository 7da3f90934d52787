import { errors, UPLOAD_LINK_LIMITS, type UploadLimits, HOUR_MS } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import type { UploadsInProgress } from '../uploads/announced-uploads.ts'

const COUNT_GUEST_UPLOADS = `
  SELECT count(*)::int AS "linkFilesWithWithdrawn", (count(*) FILTER (WHERE state <> 'withdrawn'))::int AS "linkFiles",
    (count(*) FILTER (WHERE state <> 'withdrawn' AND guest_id = $2))::int AS "guestFiles",
    coalesce(sum(size) FILTER (WHERE state IN ('waiting', 'added')), 0)::float8 AS "linkBytes",
    (count(*) FILTER (WHERE created_at > $3))::int AS "linkFilesLastHour",
    (count(*) FILTER (WHERE created_at > $3 AND guest_id = $2))::int AS "guestFilesLastHour"
  FROM guest_uploads WHERE link_id = $1`
type UploadCounts = Record<
  'linkFilesWithWithdrawn' | 'linkFiles' | 'guestFiles' | 'linkBytes' | 'linkFilesLastHour' | 'guestFilesLastHour',
  number
>
type GuestQuotaRequest = { linkId: string; guestId: string; limits: UploadLimits; now: Date }
type GuestQuota = { bytes: number; photos: number }

/**
 * Returns how many bytes and photos a guest may still send. Other uploads in progress count as sent; declined files count as photos but not
 * as bytes. Throws UPLOAD_LINK_FULL if no photo is left, or TOO_MANY_REQUESTS if the limit per hour is reached.
 */
export async function computeRemainingQuota(
  db: Pick<Database | Tx, 'sql'>,
  request: GuestQuotaRequest,
  otherUploads?: UploadsInProgress,
): Promise<GuestQuota> {
  const { remaining, counts } = await countUploads(db, request, otherUploads)
  const isHourlyLimitReached =
    counts.linkFilesLastHour >= UPLOAD_LINK_LIMITS.linkPerHour ||
    counts.guestFilesLastHour >= UPLOAD_LINK_LIMITS.guestPerHour
  if (isHourlyLimitReached) throw errors.TOO_MANY_REQUESTS({ retryAfter: HOUR_MS / 1000 })
  if (counts.linkFiles >= request.limits.photos || counts.linkFilesWithWithdrawn >= UPLOAD_LINK_LIMITS.perLink)
    throw errors.UPLOAD_LINK_FULL({ of: 'link' })
  if (remaining.photos <= 0) throw errors.UPLOAD_LINK_FULL({ of: 'guest' })
  return remaining
}

async function countUploads(
  db: Pick<Database | Tx, 'sql'>,
  { linkId, guestId, limits, now }: GuestQuotaRequest,
  otherUploads?: UploadsInProgress,
) {
  const oneHourAgo = new Date(now.getTime() - HOUR_MS)
  const [counts] = await db.sql<UploadCounts>(COUNT_GUEST_UPLOADS, [linkId, guestId, oneHourAgo])
  if (!counts) throw new Error('the query returned no row')
  counts.linkFiles += otherUploads?.linkFiles ?? 0
  counts.guestFiles += otherUploads?.guestFiles ?? 0
  counts.linkBytes += otherUploads?.linkBytes ?? 0
  const photos = Math.min(limits.photos - counts.linkFiles, limits.photosPerGuest - counts.guestFiles)
  return { counts, remaining: { photos, bytes: limits.bytes === null ? Infinity : limits.bytes - counts.linkBytes } }
}
