import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, idsOr, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { viewAlbum } from './album-view.ts'
import { takePhotos } from './arrange-album.ts'
import { findAlbum } from './find-album.ts'
import { likePhotos } from './like-photos.ts'

/** Out of the album, not out of the library (L-API-28). */
@Handles(library.removePhotos)
export class RemoveFromAlbum implements Handler<typeof library.removePhotos> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, photoIds }: Input<typeof library.removePhotos>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        const ids = idsOr(errors.PHOTO_NOT_FOUND, photoIds)
        const taken = album.isFavorites ? await likePhotos(own, ids, false) : await takePhotos(own, album, ids)
        if (taken < ids.length) throw errors.PHOTO_NOT_FOUND()
        return viewAlbum(tx, await findAlbum(tx.em, id, actor.userId))
      }),
    )
  }
}
