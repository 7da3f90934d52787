import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { ownPhotoIds } from '../photos/find-photo.ts'
import { viewAlbum } from './album-view.ts'
import { findAlbum } from './find-album.ts'
import { likePhotos } from './like-photos.ts'
import { placePhotos } from './place-photos.ts'

@Handles(library.addPhotos)
export class AddPhotos implements Handler<typeof library.addPhotos> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, photoIds }: Input<typeof library.addPhotos>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        const ids = await ownPhotoIds(tx, actor.userId, photoIds)
        const added = album.isFavorites ? await likePhotos(own, ids, true) : await placePhotos(own, album, ids)
        const after = await findAlbum(tx.em, id, actor.userId)
        return { added, skipped: ids.length - added, album: await viewAlbum(tx, after) }
      }),
    )
  }
}
