import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { findPhoto } from './find-photo.ts'
import { RemovePhotos } from './remove-photos.ts'

@Handles(library.deletePhoto)
export class DeletePhoto implements Handler<typeof library.deletePhoto> {
  private readonly db: Database
  private readonly clock: Clock
  private readonly removePhotos: RemovePhotos
  constructor(db: Database, clock: Clock, removePhotos: RemovePhotos) {
    this.db = db
    this.clock = clock
    this.removePhotos = removePhotos
  }

  async handle({ id }: Input<typeof library.deletePhoto>, actor: Actor) {
    await this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const photo = await findPhoto(tx.em, id, actor.userId)
        await this.removePhotos.from(own, [photo.id])
      }),
    )
    return { success: true as const }
  }
}
