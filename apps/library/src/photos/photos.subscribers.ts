import {
  type EventOf,
  isEncrypted,
  photoEncrypted,
  photoFailed,
  photoProcessed,
  photoRelocated,
} from '@daymark/contracts'
import { Clock, type Commit, metrics, On, SLOW_BUCKETS, type Subscriber } from '@daymark/platform'
import { changeKnownLibrary, type Library } from '../accounts/change-library.ts'
import { insertProcessedPhoto } from '../capture-order/capture-order.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { deleteFile, findFile, promoteFile } from '../files/photo-files.ts'
import {
  applyEncryptedReceived,
  applyFailedReceived,
  applyProcessedReceived,
} from '../guest-uploads/received-events.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { addFacets, removeFacets } from '../lists/stored-counts.ts'
import { Photo } from './photo.entity.ts'

const processingDuration = metrics.histogram(
  'daymark.library.photo.ready.duration',
  'Time from the upload of a photo until it is processed or has failed',
  SLOW_BUCKETS,
)

/** Call once for each photo, when its first processing ends. */
export const recordProcessingDuration = ({ createdAt }: Photo, now: Date, outcome: 'ready' | 'failed'): void =>
  processingDuration.record(Math.max(0, +now - +createdAt) / 1000, { outcome })

type Processed = EventOf<typeof photoProcessed>['data']

@On(photoProcessed, { onlyCommits: true })
export class MarkPhotoReady implements Subscriber<typeof photoProcessed> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof photoProcessed>, commit: Commit) {
    const { photoId: id, ownerId } = data
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async lockedLibrary => {
        const { photo, file } = (await findFile(tx, id, ownerId)) ?? {}
        if (photo && file) return applyReplacement(lockedLibrary, photo, file, data)
        if (!photo) return applyProcessedReceived(lockedLibrary, id, data)
        if (photo.deletedAt) return
        const isProcessing = photo.status === 'processing'
        const isDated = photo.capture !== null
        lockedLibrary.account.variantsReplaced(photo.variants, data.variants)
        photo.becomeReady(data, lockedLibrary.now)
        removeFacets(lockedLibrary, [photo.id])
        tx.update(Photo, photo.id, photo)
        addFacets(lockedLibrary, [photo.id])
        emitPhotoUpdated(tx, photo, { processed: isProcessing })
        // a photo that was restored from a backup keeps its position
        if (isProcessing && !isDated) await insertProcessedPhoto(lockedLibrary, photo.id)
        if (isProcessing) tx.afterCommit(() => recordProcessingDuration(photo, lockedLibrary.now, 'ready'))
      }),
    )
  }
}

/** A pending replacement becomes the current file, also of a photo in the trash, because the photo may be restored. */
async function applyReplacement(lockedLibrary: Library, photo: Photo, file: PhotoFile, data: Processed): Promise<void> {
  if (!photo.deletedAt) lockedLibrary.account.variantsReplaced(file.variants, data.variants)
  file.applyProcessed(data)
  if (file.role === 'next') await promoteFile(lockedLibrary, photo, file)
  else lockedLibrary.tx.update(PhotoFile, file.id, file)
}

@On(photoFailed)
export class MarkPhotoFailed implements Subscriber<typeof photoFailed> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof photoFailed>, commit: Commit) {
    const { photoId: id, ownerId, reason } = data
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async lockedLibrary => {
        const { photo, file } = (await findFile(tx, id, ownerId)) ?? {}
        if (photo && file) return deleteFailedReplacement(lockedLibrary, photo, file, reason)
        if (!photo) return applyFailedReceived(lockedLibrary, id, reason)
        // if the photo is completed, this is a late event of an attempt before the successful one
        if (photo.deletedAt || photo.status === 'completed') return
        const isProcessing = photo.status === 'processing'
        photo.fail(reason, lockedLibrary.now)
        tx.update(Photo, photo.id, photo)
        emitPhotoUpdated(tx, photo, { processed: isProcessing })
        if (isProcessing) tx.afterCommit(() => recordProcessingDuration(photo, lockedLibrary.now, 'failed'))
      }),
    )
  }
}

/** A replacement that cannot be processed is deleted: the photo keeps its current file and shows the error. */
function deleteFailedReplacement(lockedLibrary: Library, photo: Photo, file: PhotoFile, reason: string): void {
  if (file.role === 'earlier') {
    if (file.status === 'processing') lockedLibrary.tx.update(PhotoFile, file.id, { status: 'failed', error: reason })
    return
  }
  deleteFile(lockedLibrary, photo, file)
  photo.setReplacement('failed', toReplacementError(reason), lockedLibrary.now)
  lockedLibrary.tx.update(Photo, photo.id, photo)
  if (!photo.deletedAt) emitPhotoUpdated(lockedLibrary.tx, photo)
}

/** Removes the sentence about the stored original, because a failed replacement is not stored. */
const toReplacementError = (reason: string): string =>
  `The new file could not be processed. ${reason.replace(' The original is stored.', '')} The photo was not changed.`

/** Stores the new storage keys of an encrypted photo and publishes them in the same commit. */
@On(photoEncrypted)
export class MarkPhotoEncrypted implements Subscriber<typeof photoEncrypted> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { photoId: id, ownerId, objectKey } }: EventOf<typeof photoEncrypted>, commit: Commit) {
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async lockedLibrary => {
        // includes deleted photos, as they can be restored
        const { photo, file } = (await findFile(tx, id, ownerId)) ?? {}
        if (!photo && !(await applyEncryptedReceived(lockedLibrary, id, objectKey))) return
        if (photo && !isEncrypted((file ?? photo).objectKey)) {
          if (file) {
            file.setEncrypted(objectKey)
            tx.update(PhotoFile, file.id, file)
          } else {
            photo.becomeEncrypted(objectKey)
            tx.update(Photo, photo.id, photo)
            if (!photo.deletedAt) emitPhotoUpdated(tx, photo)
          }
        }
        tx.emit(photoRelocated, id, { photoId: id, ownerId, objectKey })
      }),
    )
  }
}
