import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findPhoto } from '../photos/find-photo.ts'
import { tagsOfPhoto } from './photo-tags.ts'

@Handles(library.listPhotoTags)
export class ListPhotoTags implements Handler<typeof library.listPhotoTags> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof library.listPhotoTags>, actor: Actor) {
    const photo = await findPhoto(this.db.em, id, actor.userId)
    return tagsOfPhoto(this.db, photo.id)
  }
}
