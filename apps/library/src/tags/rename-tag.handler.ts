import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { findTag } from './find-tag.ts'
import { Tag } from './tag.entity.ts'

@Handles(library.renameTag)
export class RenameTag implements Handler<typeof library.renameTag> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, label }: Input<typeof library.renameTag>, { userId: ownerId }: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, ownerId, this.clock.now(), async ({ marks }) => {
        const tag = await findTag(tx.em, id, ownerId)
        tag.rename(label)
        const namesake = await tx.em.findOneBy(Tag, { ownerId, labelKey: tag.labelKey })
        if (namesake && namesake.id !== tag.id) throw errors.TAG_EXISTS()
        marks.add('tags')
        await tx.em.update(Tag, tag.id, { label: tag.label, labelKey: tag.labelKey })
        return tag.view()
      }),
    )
  }
}
