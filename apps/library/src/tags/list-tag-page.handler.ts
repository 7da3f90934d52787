import { library, type Actor, type Input, type TagView } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { libraryVersion } from '../accounts/library-version.ts'

@Handles(library.listTagPage)
export class ListTagPage implements Handler<typeof library.listTagPage> {
  constructor(private readonly db: Database) {}

  async handle({ limit, offset, knownVersion }: Input<typeof library.listTagPage>, { userId }: Actor) {
    // read before anything else, so that what is listed is never older
    const version = await libraryVersion(this.db, userId)
    if (version === knownVersion) return { tags: [], total: 0, version }
    const [tags, [counted]] = await Promise.all([
      this.db.sql<TagView>(
        `SELECT id, label, usage_count AS "usageCount" FROM tags WHERE owner_id = $1
         ORDER BY label, id LIMIT $2::bigint OFFSET $3::bigint`,
        [userId, limit, offset],
      ),
      this.db.sql<{ total: number }>('SELECT count(*)::int AS total FROM tags WHERE owner_id = $1', [userId]),
    ])
    return { tags, total: counted?.total ?? 0, version }
  }
}
