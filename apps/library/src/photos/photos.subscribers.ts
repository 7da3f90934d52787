import {
  type EventOf,
  isEncrypted,
  photoEncrypted,
  photoFailed,
  photoProcessed,
  photoRelocated,
} from '@daymark/contracts'
import { Clock, type Commit, metrics, On, SLOW_BUCKETS, type Subscriber } from '@daymark/platform'
import { changeExistingLibrary, type LockedLibrary } from '../accounts/change-library.ts'
import { orderProcessedPhoto } from '../capture-order/capture-order.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { deleteFile, findPhotoAndFile, promoteFile } from '../files/photo-files.ts'
import {
  applyEncryptionToGuestFile,
  applyFailureToGuestFile,
  applyProcessingToGuestFile,
} from '../guest-uploads/received-events.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { addFacets, removeFacets } from '../lists/stored-counts.ts'
import { Photo } from './photo.entity.ts'

const processingDuration = metrics.histogram(
  'daymark.library.photo.ready.duration',
  'Time from the upload of a photo until it is processed or has failed',
  SLOW_BUCKETS,
)

/** Records the time since the upload. Called once for each photo, when its first processing ends. */
const recordProcessingDuration = ({ createdAt }: Photo, now: Date, outcome: 'ready' | 'failed'): void =>
  processingDuration.record(Math.max(0, +now - +createdAt) / 1000, { outcome })

type ProcessingResult = EventOf<typeof photoProcessed>['data']

@On(photoProcessed, { onlyCommits: true })
export class MarkPhotoReady implements Subscriber<typeof photoProcessed> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof photoProcessed>, commit: Commit) {
    const { photoId: id, ownerId } = data
    await commit(tx =>
      changeExistingLibrary(tx, ownerId, this.clock.now(), async lockedLibrary => {
        const { photo, file } = (await findPhotoAndFile(tx, id, ownerId)) ?? {}
        if (photo && file) return applyReplacement(lockedLibrary, photo, file, data)
        if (!photo) return applyProcessingToGuestFile(lockedLibrary, id, data)
        if (photo.deletedAt) return
        const isProcessing = photo.status === 'processing'
        const hasCaptureData = photo.capture !== null
        lockedLibrary.account.replaceVariantSizes(photo.variants, data.variants)
        photo.completeProcessing(data, lockedLibrary.now)
        removeFacets(lockedLibrary, [photo.id])
        tx.update(Photo, photo.id, photo)
        addFacets(lockedLibrary, [photo.id])
        emitPhotoUpdated(tx, photo, { processed: isProcessing })
        // a photo with capture data was restored from a backup and keeps its position
        if (isProcessing && !hasCaptureData) await orderProcessedPhoto(lockedLibrary, photo.id)
        if (isProcessing) tx.afterCommit(() => recordProcessingDuration(photo, lockedLibrary.now, 'ready'))
      }),
    )
  }
}

/**
 * Applies the processing result of a file that is not the current one. A pending replacement becomes the current file, even of a photo in
 * the trash, because the photo may be restored.
 */
async function applyReplacement(
  lockedLibrary: LockedLibrary,
  photo: Photo,
  file: PhotoFile,
  data: ProcessingResult,
): Promise<void> {
  if (!photo.deletedAt) lockedLibrary.account.replaceVariantSizes(file.variants, data.variants)
  file.applyProcessingResult(data)
  if (file.role === 'next') await promoteFile(lockedLibrary, photo, file)
  else lockedLibrary.tx.update(PhotoFile, file.id, file)
}

@On(photoFailed)
export class MarkPhotoFailed implements Subscriber<typeof photoFailed> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof photoFailed>, commit: Commit) {
    const { photoId: id, ownerId, reason } = data
    await commit(tx =>
      changeExistingLibrary(tx, ownerId, this.clock.now(), async lockedLibrary => {
        const { photo, file } = (await findPhotoAndFile(tx, id, ownerId)) ?? {}
        if (photo && file) return applyFailure(lockedLibrary, photo, file, reason)
        if (!photo) return applyFailureToGuestFile(lockedLibrary, id, reason)
        // a late event of an earlier attempt must not change a photo that has been completed since
        if (photo.deletedAt || photo.status === 'completed') return
        const isProcessing = photo.status === 'processing'
        photo.markFailed(reason, lockedLibrary.now)
        tx.update(Photo, photo.id, photo)
        emitPhotoUpdated(tx, photo, { processed: isProcessing })
        if (isProcessing) tx.afterCommit(() => recordProcessingDuration(photo, lockedLibrary.now, 'failed'))
      }),
    )
  }
}

/**
 * Handles the failure of a file that is not the current one. A failed replacement is deleted, and the photo keeps its current file and
 * shows the error; a failed earlier version only gets the status.
 */
function applyFailure(lockedLibrary: LockedLibrary, photo: Photo, file: PhotoFile, reason: string): void {
  if (file.role === 'earlier') {
    if (file.status === 'processing') lockedLibrary.tx.update(PhotoFile, file.id, { status: 'failed', error: reason })
    return
  }
  deleteFile(lockedLibrary, photo, file)
  photo.setReplacement('failed', toReplacementError(reason), lockedLibrary.now)
  lockedLibrary.tx.update(Photo, photo.id, photo)
  if (!photo.deletedAt) emitPhotoUpdated(lockedLibrary.tx, photo)
}

/**
 * Creates the error text of a failed replacement. Leaves out "The original is stored.", because the file of a failed replacement is
 * deleted.
 */
const toReplacementError = (reason: string): string =>
  `The new file could not be processed. ${reason.replace(' The original is stored.', '')} The photo was not changed.`

/** Stores the new storage keys of an encrypted file and publishes them in the same transaction. */
@On(photoEncrypted)
export class MarkPhotoEncrypted implements Subscriber<typeof photoEncrypted> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { photoId: id, ownerId, objectKey } }: EventOf<typeof photoEncrypted>, commit: Commit) {
    await commit(tx =>
      changeExistingLibrary(tx, ownerId, this.clock.now(), async lockedLibrary => {
        // includes deleted photos, as they can be restored
        const { photo, file } = (await findPhotoAndFile(tx, id, ownerId)) ?? {}
        if (!photo && !(await applyEncryptionToGuestFile(lockedLibrary, id, objectKey))) return
        if (photo && !isEncrypted((file ?? photo).objectKey)) {
          if (file) {
            file.setEncryptedKeys(objectKey)
            tx.update(PhotoFile, file.id, file)
          } else {
            photo.applyEncryption(objectKey)
            tx.update(Photo, photo.id, photo)
            if (!photo.deletedAt) emitPhotoUpdated(tx, photo)
          }
        }
        tx.emit(photoRelocated, id, { photoId: id, ownerId, objectKey })
      }),
    )
  }
}
