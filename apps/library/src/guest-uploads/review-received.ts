import { type Input, type library, photoPurged } from '@daymark/contracts'
import { isId } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { And, type FindOptionsWhere, In, LessThanOrEqual } from 'typeorm'
import { type LockedLibrary, Libraries } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { findAlbum } from '../albums/read-albums.ts'
import { emitReceivedChanged } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'

/** Time limit of one call of `decide`. Files that it does not reach in this time stay pending. */
const MAX_CALL_MS = 2500
const FILES_PER_BATCH = 200
type ReviewRequest = Input<typeof library.acceptReceived>
type BatchDecision = (lockedLibrary: LockedLibrary, album: Album, files: ReceivedFile[]) => Promise<void>

/**
 * Accepts or declines pending guest files of an album in batches. Each batch locks the library, so that two requests cannot decide on the
 * same file.
 */
@Injectable()
export class GuestFileReview {
  constructor(private readonly libraries: Libraries) {}

  async decide(
    request: ReviewRequest,
    ownerId: string,
    applyDecision: BatchDecision,
  ): Promise<{ decidedCount: number; remainingCount: number }> {
    const deadline = performance.now() + MAX_CALL_MS
    let decidedCount = 0
    for (;;) {
      const { count, remainingCount } = await this.decideBatch(request, ownerId, applyDecision)
      decidedCount += count
      if (remainingCount === 0 || performance.now() > deadline) return { decidedCount, remainingCount }
    }
  }

  private decideBatch(request: ReviewRequest, ownerId: string, applyDecision: BatchDecision) {
    return this.libraries.change(ownerId, async (lockedLibrary, tx) => {
      const album = await findAlbum(tx.em, request.albumId, ownerId)
      const where = pendingFilesCondition(request, album)
      const order = { createdAt: 'ASC', id: 'ASC' } as const
      const [files, total] = await tx.em.findAndCount(ReceivedFile, { where, order, take: FILES_PER_BATCH })
      if (files.length > 0) {
        await applyDecision(lockedLibrary, album, files)
        emitReceivedChanged(lockedLibrary, album.id)
      }
      return { count: files.length, remainingCount: total - files.length }
    })
  }
}

/**
 * The conditions for the files that a request decides on. `until` is the id of the newest file that the owner has seen: files that arrived
 * later have higher ids and are excluded.
 */
function pendingFilesCondition(
  { ids, guestId, until }: ReviewRequest,
  { id: albumId, ownerId }: Album,
): FindOptionsWhere<ReceivedFile> {
  const idConditions = [
    ...(ids ? [In(ids.filter(isId))] : []),
    ...(until === undefined ? [] : [LessThanOrEqual(until)]),
  ]
  return {
    ownerId,
    albumId,
    state: 'waiting' as const,
    ...(idConditions.length > 0 && { id: And(...idConditions) }),
    ...(guestId !== undefined && { guestId: isId(guestId) ? guestId : In([]) }),
  }
}

type DecidedState = Exclude<ReceivedFile['state'], 'waiting'>

/**
 * SQL that clears the metadata of files after a decision. Clears the idempotency key only of withdrawn files, so that the guest can send
 * them again.
 */
const CLEARED_COLUMNS = `exif = '{}', variants = NULL, visitor_file = NULL, placeholder = NULL, idempotency_key = CASE WHEN $2 = 'withdrawn' THEN NULL ELSE idempotency_key END`

/** Stores the decision on files. Their rows stay as a record of what guests sent. */
export const saveDecision = ({ tx }: LockedLibrary, ids: string[], state: DecidedState) =>
  tx.sql(`UPDATE guest_uploads SET state = $2, ${CLEARED_COLUMNS} WHERE id = ANY ($1::uuid[])`, [ids, state])

/**
 * Publishes an event for each file, on which the media service deletes the stored bytes, and frees the storage of the account. The caller
 * updates or deletes the rows.
 */
export function deleteStoredFiles({ tx, account, ownerId }: LockedLibrary, files: ReceivedFile[]): void {
  account.subtractFileSizes(files)
  for (const { id: photoId, objectKey } of files) tx.emit(photoPurged, photoId, { photoId, ownerId, objectKey })
}
