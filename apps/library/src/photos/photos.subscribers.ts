import { type EventOf, isEncrypted, photoEncrypted, photoFailed, photoRelocated } from '@daymark/contracts'
import { Clock, type Commit, On, type Subscriber } from '@daymark/platform'
import { changeKnownLibrary, type Library } from '../accounts/change-library.ts'
import { findFile } from '../files/find-file.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { dropFile } from '../files/take-place.ts'
import { receivedEncrypted, receivedFailed } from '../received/hear-of-received.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { Photo } from './photo.entity.ts'
import { measureReady } from './ready-metrics.ts'

@On(photoFailed)
export class MarkPhotoFailed implements Subscriber<typeof photoFailed> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof photoFailed>, commit: Commit) {
    const { photoId: id, ownerId, reason } = data
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async own => {
        const { photo, file } = (await findFile(tx.em, id, ownerId)) ?? {}
        if (photo && file) return besides(own, photo, file, reason)
        // deleted meanwhile; or another try has succeeded, and this is late news of one before
        if (!photo) return receivedFailed(own, id, reason)
        if (photo.deletedAt || photo.status === 'completed') return
        const processed = photo.status === 'processing'
        photo.fail(reason, own.now)
        tx.update(Photo, photo.id, photo)
        emitPhotoUpdated(tx, photo, { processed })
        if (processed) tx.afterCommit(() => measureReady(photo, own.now, 'failed'))
      }),
    )
  }
}

/** What was to take the place of a photo's file is no picture: the photo stays as it is, and its owner is told. */
function besides(own: Library, photo: Photo, file: PhotoFile, reason: string): void {
  if (file.role === 'earlier') {
    if (file.status === 'processing') own.tx.update(PhotoFile, file.id, { status: 'failed', error: reason })
    return
  }
  dropFile(own, photo, file)
  photo.tellReplacement('failed', withoutKept(reason), own.now)
  own.tx.update(Photo, photo.id, photo)
  if (!photo.deletedAt) emitPhotoUpdated(own.tx, photo)
}

/** Of an upload the original is kept; of this one nothing is. */
const withoutKept = (reason: string): string =>
  `The new file could not be processed. ${reason.replace(' The original is stored.', '')} The photo was not changed.`

/** Media encrypted what is stored of a photo: its keys change in one commit, and with it everybody who has a copy hears of them. */
@On(photoEncrypted)
export class TakeEncrypted implements Subscriber<typeof photoEncrypted> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { photoId: id, ownerId, objectKey } }: EventOf<typeof photoEncrypted>, commit: Commit) {
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async own => {
        // one that is deleted may come back
        const { photo, file } = (await findFile(tx.em, id, ownerId)) ?? {}
        if (!photo && !(await receivedEncrypted(own, id, objectKey))) return
        if (photo && !isEncrypted((file ?? photo).objectKey)) {
          if (file) {
            file.liesEncrypted(objectKey)
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
