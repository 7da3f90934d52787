import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { findPhoto } from '../photos/find-photo.ts'
import { findTag } from './find-tag.ts'
import { addTags, tagsOfPhoto } from './photo-tags.ts'

@Handles(library.attachTag)
export class AttachTag implements Handler<typeof library.attachTag> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, tagId }: Input<typeof library.attachTag>, { userId }: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, userId, this.clock.now(), async own => {
        const photo = await findPhoto(tx.em, id, userId)
        const tag = await findTag(tx.em, tagId, userId)
        await addTags(own, [photo.id], [tag.id])
        return tagsOfPhoto(tx, photo.id)
      }),
    )
  }
}
