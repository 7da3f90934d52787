import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findTag } from './find-tag.ts'
import { Tag } from './tag.entity.ts'

@Handles(library.listTags)
export class ListTags implements Handler<typeof library.listTags> {
  constructor(private readonly db: Database) {}

  async handle(_input: object, { userId }: Actor) {
    const tags = await this.db.em.find(Tag, { where: { ownerId: userId }, order: { label: 'ASC' } })
    return tags.map(tag => tag.view())
  }
}

@Handles(library.getTag)
export class GetTag implements Handler<typeof library.getTag> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof library.getTag>, { userId }: Actor) {
    return (await findTag(this.db.em, id, userId)).view()
  }
}
