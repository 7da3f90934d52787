import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { likePhotos } from '../albums/like-photos.ts'
import { replaceTags } from '../tags/photo-tags.ts'
import { findPhoto } from './find-photo.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { Photo } from './photo.entity.ts'
import { readPhoto } from './read-photos.ts'

@Handles(library.updatePhoto)
export class UpdatePhoto implements Handler<typeof library.updatePhoto> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, brief, ...edit }: Input<typeof library.updatePhoto>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const photo = await findPhoto(tx.em, id, actor.userId)
        if (photo.edit(edit, own.now)) {
          const { title, caption, version, updatedAt } = photo
          await tx.em.update(Photo, photo.id, { title, caption, version, updatedAt })
          emitPhotoUpdated(tx, photo)
        }
        if (edit.tags) await replaceTags(own, photo.id, edit.tags)
        if (edit.isFavorite !== undefined) await likePhotos(own, [photo.id], edit.isFavorite)
        return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
      }),
    )
  }
}
