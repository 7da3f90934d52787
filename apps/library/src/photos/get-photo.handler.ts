import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findPhoto, ownPhotoIds } from './find-photo.ts'
import { readPhoto, viewPhoto } from './read-photos.ts'

@Handles(library.getPhoto)
export class GetPhoto implements Handler<typeof library.getPhoto> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ id, brief }: Input<typeof library.getPhoto>, { userId }: Actor) {
    if (!brief) return viewPhoto(this.db, await findPhoto(this.db.em, id, userId))
    const [own = ''] = await ownPhotoIds(this.db, userId, [id])
    return readPhoto(this.db, own, 'brief')
  }
}
