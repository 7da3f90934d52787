import { type Actor, errors, libraryAudited, system } from '@daymark/contracts'
import { Clock, type Env, parseIdOrThrow, type Tx, withDatabase } from '@daymark/platform'
import { randomUUID } from 'node:crypto'
import { In, IsNull } from 'typeorm'
import { Account } from '../accounts/account.entity.ts'
import { Libraries, type LockedLibrary } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { emitPhotoUpdated, emitPhotoUploaded } from './photo-events.ts'
import { Photo } from './photo.entity.ts'

const PHOTOS_PER_BATCH = 200
export type FailedPhoto = { id: string; owner_id: string }

/**
 * For operators: processes failed photos of many owners again, in batches of one owner. Starts no batch after `until` (in terms of
 * performance.now). Returns the number of photos that are processed again.
 */
export async function retryFailed(
  libraries: Libraries,
  failedPhotos: FailedPhoto[],
  { actor, until = Infinity }: { actor: Actor; until?: number },
): Promise<number> {
  let retried = 0
  for (const [owner, rows] of Map.groupBy(failedPhotos, row => row.owner_id))
    for (let start = 0; start < rows.length && performance.now() < until; start += PHOTOS_PER_BATCH) {
      const ids = rows.slice(start, start + PHOTOS_PER_BATCH).map(({ id }) => id)
      retried += await libraries.change(owner, async (lockedLibrary, tx) => {
        const photos = await tx.em.findBy(Photo, { id: In(ids), status: 'failed', deletedAt: IsNull() })
        markForProcessing(lockedLibrary, photos)
        if (photos.length > 0) recordAuditEvent(tx, owner, photos.length, actor)
        return photos.length
      })
    }
  return retried
}

function recordAuditEvent(tx: Tx, owner: string, count: number, actor: Actor): void {
  const target = { kind: 'user', id: owner, name: null }
  tx.emit(libraryAudited, randomUUID(), { action: 'photo.requeued', target, details: { count } }, actor)
}

/** Publishes the events of new uploads for these photos, so that the media service processes them again. */
export function markForProcessing({ tx, now }: LockedLibrary, photos: Photo[]): void {
  for (const photo of photos) {
    photo.markProcessing(now)
    tx.update(Photo, photo.id, { status: photo.status, error: null, version: photo.version, updatedAt: now })
    emitPhotoUploaded(tx, photo)
    emitPhotoUpdated(tx, photo)
  }
}

/** Selects photos that failed between `from` and `to`; with `ownerId`, only photos of this owner. */
export type RetryTimeRange = { from: Date; to: Date; ownerId?: string }

/**
 * For operators, after a fault that made photos of many users fail: processes the photos that failed in a time span again. Only publishes
 * events; the media service processes the photos when it runs. Returns the number of these photos.
 */
export function retryFailedBetween(env: Env, { from, to, ownerId }: RetryTimeRange): Promise<number> {
  const owner = ownerId === undefined ? null : parseIdOrThrow(errors.NOT_FOUND, ownerId)
  return withDatabase(env, { service: 'library', entities: [Account, Album, Photo] }, async db => {
    const failedPhotos = await db.sql<FailedPhoto>(
      `SELECT id, owner_id FROM photos WHERE status = 'failed' AND deleted_at IS NULL
       AND updated_at >= $1 AND updated_at <= $2 AND ($3::uuid IS NULL OR owner_id = $3) ORDER BY updated_at`,
      [from, to, owner],
    )
    return retryFailed(new Libraries(db, new Clock()), failedPhotos, { actor: system })
  })
}
