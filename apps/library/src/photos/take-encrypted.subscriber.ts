import { isEncrypted, photoEncrypted, photoRelocated, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { changeKnownLibrary } from '../accounts/change-library.ts'
import { findFile } from '../files/find-file.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { receivedEncrypted } from '../received/hear-of-received.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { Photo } from './photo.entity.ts'

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
