import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { idOr } from '../ids.ts'
import { viewAlbum } from './album-view.ts'
import { takePhotos } from './arrange-album.ts'
import { findAlbum } from './find-album.ts'
import { likePhotos } from './like-photos.ts'

/** Out of the album, not out of the library (L-API-28). */
@Handles(library.removePhoto)
export class RemovePhoto implements Handler<typeof library.removePhoto> {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async handle({ id, photoId }: Input<typeof library.removePhoto>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        const ids = [idOr(errors.PHOTO_NOT_FOUND, photoId)]
        const taken = album.isFavorites ? await likePhotos(own, ids, false) : await takePhotos(own, album, ids)
        if (!taken) throw errors.PHOTO_NOT_FOUND()
        return viewAlbum(tx, await findAlbum(tx.em, id, actor.userId))
      }),
    )
  }
}
