import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { Tag } from './tag.entity.ts'

/** A label that exists, in whatever case, answers its tag (rule 24). */
@Handles(library.createTag)
export class CreateTag implements Handler<typeof library.createTag> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ label }: Input<typeof library.createTag>, { userId: ownerId }: Actor) {
    const tag = Tag.create(ownerId, label, this.clock.now())
    return this.db.commit(tx =>
      changeLibrary(tx, ownerId, this.clock.now(), async ({ marks }) => {
        const existing = await tx.em.findOneBy(Tag, { ownerId, labelKey: tag.labelKey })
        if (existing) return existing.view()
        await tx.em.insert(Tag, tag)
        marks.add('tags')
        return tag.view()
      }),
    )
  }
}
