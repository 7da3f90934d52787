import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findPhoto } from './find-photo.ts'
import { viewPhoto } from './read-photos.ts'

@Handles(library.getPhoto)
export class GetPhoto implements Handler<typeof library.getPhoto> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ id, ...more }: Input<typeof library.getPhoto>, actor: Actor) {
    return viewPhoto(this.db, await findPhoto(this.db.em, id, actor.userId), more)
  }
}
