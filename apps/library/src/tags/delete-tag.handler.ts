import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { TrashThings } from '../trash/trash-things.ts'
import { findTag } from './find-tag.ts'
import { Tag } from './tag.entity.ts'

/** Also from all photos (L-API-33): the attachments go with the tag, and come back with it. */
@Handles(library.deleteTag)
export class DeleteTag implements Handler<typeof library.deleteTag> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly trash: TrashThings,
  ) {}

  async handle({ id }: Input<typeof library.deleteTag>, actor: Actor) {
    await this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const tag = await findTag(tx.em, id, actor.userId)
        await this.trash.tag(own, tag)
        await tx.em.delete(Tag, tag.id)
        own.marks.add('tags')
      }),
    )
    return { success: true as const }
  }
}
