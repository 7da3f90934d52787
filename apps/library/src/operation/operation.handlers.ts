import { type Actor, errors, accountTotals, type Input, photoProcessing } from '@daymark/contracts'
import { Clock, Database, Handles, parseIdOrThrow, isId, RpcHandlers } from '@daymark/platform'
import { Libraries } from '../accounts/change-library.ts'
import { type FailedPhoto, retryFailed } from '../photos/retry-photos.ts'

/** Sums the stored counters of all accounts, because counting photos would read the whole table. */
const SELECT_TOTALS = `
  SELECT coalesce(sum(photos), 0) AS images, coalesce(sum(originals + small + medium + large), 0) AS storage,
    coalesce(sum(albums), 0) AS albums, (SELECT count(*) FROM tags) AS tags
  FROM accounts`
/** Counts the photos that were uploaded since `$1`. The index-only scan of photos_by_date reads only the photos of this time. */
const COUNT_RECENT_UPLOADS = `
  SELECT coalesce(sum(n), 0) AS uploaded FROM accounts CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM photos WHERE owner_id = user_id AND created_at >= $1 AND deleted_at IS NULL
  ) uploads WHERE photos > 0`

/** Counts photos that are being processed or have failed. Reads only the partial index of photos that are not completed. */
const COUNT_UNFINISHED_PHOTOS = `
  SELECT count(*) FILTER (WHERE status = 'processing') AS unfinished, count(*) FILTER (WHERE status = 'failed') AS failed,
    min(created_at) FILTER (WHERE status = 'processing') AS oldest
  FROM photos WHERE status <> 'completed' AND deleted_at IS NULL`

type FailedPhotoRow = { id: string; ownerId: string; filename: string; size: string; uploadedAt: Date }
/**
 * Selects failed photos, newest first: ids are ordered by upload time. The limit `$2` is one row more than the page, to know whether there
 * is a next page.
 */
const SELECT_FAILED_PHOTOS = `
  SELECT id, owner_id AS "ownerId", original_filename AS filename, size, created_at AS "uploadedAt" FROM photos
  WHERE status = 'failed' AND deleted_at IS NULL AND ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`

/** Time limit of one call of `requeuePhotos`. Photos that it does not reach stay failed. */
const MAX_CALL_MS = 2000
const MAX_REQUEUED_PHOTOS = 20_000
const SELECT_PHOTOS_TO_RETRY = `
  SELECT id, owner_id FROM photos
  WHERE status = 'failed' AND deleted_at IS NULL AND ($1::uuid[] IS NULL OR id = ANY($1)) ORDER BY id LIMIT ${MAX_REQUEUED_PHOTOS}`

@RpcHandlers()
export class OperationHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly clock: Clock,
  ) {}

  @Handles(accountTotals.library)
  async getLibraryFigures({ week }: Input<typeof accountTotals.library>) {
    const [[totals], [recent]] = await Promise.all([
      this.db.sql<Record<'images' | 'storage' | 'albums' | 'tags', string>>(SELECT_TOTALS),
      this.db.sql<{ uploaded: string }>(COUNT_RECENT_UPLOADS, [week]),
    ])
    return {
      images: Number(totals?.images),
      storage: Number(totals?.storage),
      albums: Number(totals?.albums),
      tags: Number(totals?.tags),
      uploadedWeek: Number(recent?.uploaded),
    }
  }

  @Handles(photoProcessing.library)
  async getLibraryWork() {
    const [row] = await this.db.sql<{ unfinished: string; failed: string; oldest: Date | null }>(
      COUNT_UNFINISHED_PHOTOS,
    )
    const ageMs = row?.oldest ? Math.max(0, +this.clock.now() - +row.oldest) : 0
    return { unfinished: Number(row?.unfinished), failed: Number(row?.failed), oldestSeconds: Math.round(ageMs / 1000) }
  }

  @Handles(photoProcessing.failedPhotos)
  async listFailedPhotos({ after, limit }: Input<typeof photoProcessing.failedPhotos>) {
    const last = after === undefined ? null : parseIdOrThrow(errors.NOT_FOUND, after)
    const rows = await this.db.sql<FailedPhotoRow>(SELECT_FAILED_PHOTOS, [last, limit + 1])
    const page = rows.slice(0, limit)
    return {
      photos: page.map(row => ({ ...row, size: Number(row.size), uploadedAt: row.uploadedAt.toISOString() })),
      nextAfter: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  }

  @Handles(photoProcessing.requeue)
  async requeuePhotos({ ids }: Input<typeof photoProcessing.requeue>, actor: Actor) {
    const until = performance.now() + MAX_CALL_MS
    const failedPhotos = await this.db.sql<FailedPhoto>(SELECT_PHOTOS_TO_RETRY, [ids?.filter(isId) ?? null])
    return { changed: await retryFailed(this.libraries, failedPhotos, { actor, until }) }
  }
}
