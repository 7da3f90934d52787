import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { findPhoto } from '../photos/find-photo.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { readPhoto } from '../photos/read-photos.ts'
import { findEarlier } from './find-earlier.ts'
import { dropFile } from './take-place.ts'

@Handles(library.removeEarlierFile)
export class RemoveEarlierFile implements Handler<typeof library.removeEarlierFile> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, brief }: Input<typeof library.removeEarlierFile>, { userId }: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, userId, this.clock.now(), async own => {
        const photo = await findPhoto(tx.em, id, userId)
        dropFile(own, photo, await findEarlier(tx.em, photo))
        photo.forgetEarlier(own.now)
        const { hasEarlier, version, updatedAt } = photo
        tx.update(Photo, photo.id, { hasEarlier, version, updatedAt })
        emitPhotoUpdated(tx, photo)
        return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
      }),
    )
  }
}
