import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { ownPhotoIds } from './find-photo.ts'
import { readPhoto } from './read-photos.ts'

@Handles(library.getPhoto)
export class GetPhoto implements Handler<typeof library.getPhoto> {
  constructor(private readonly db: Database) {}

  async handle({ id, brief }: Input<typeof library.getPhoto>, { userId }: Actor) {
    const [own = ''] = await ownPhotoIds(this.db, userId, [id])
    return readPhoto(this.db, own, brief ? 'brief' : 'full')
  }
}
