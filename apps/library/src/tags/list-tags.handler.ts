import { library, type Actor } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Tag } from './tag.entity.ts'

@Handles(library.listTags)
export class ListTags implements Handler<typeof library.listTags> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle(_input: object, { userId }: Actor) {
    const tags = await this.db.em.find(Tag, { where: { ownerId: userId }, order: { label: 'ASC' } })
    return tags.map(tag => tag.view())
  }
}
