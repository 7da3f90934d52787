import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { ownPhotoIds } from './find-photo.ts'
import { RemovePhotos } from './remove-photos.ts'

@Handles(library.deletePhotos)
export class DeletePhotos implements Handler<typeof library.deletePhotos> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly removePhotos: RemovePhotos,
  ) {}

  async handle({ ids }: Input<typeof library.deletePhotos>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const photos = await ownPhotoIds(tx, actor.userId, ids)
        await this.removePhotos.from(own, photos)
        return { deleted: photos.length }
      }),
    )
  }
}
