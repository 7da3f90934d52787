import { activity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Link = { id: string; viewCount: number }
type Album = { id: string; title: string }

@Handles(activity.describeLinks)
export class DescribeLinks implements Handler<typeof activity.describeLinks> {
  constructor(private readonly db: Database) {}

  async handle({ linkIds, albumIds }: Input<typeof activity.describeLinks>, actor: Actor) {
    requireSuperAdmin(actor)
    const [links, albums] = await Promise.all([
      this.db.sql<Link>('SELECT id, view_count AS "viewCount" FROM links WHERE id = ANY($1::uuid[])', [linkIds]),
      this.db.sql<Album>('SELECT id, title FROM albums WHERE id = ANY($1::uuid[]) AND NOT deleted', [albumIds]),
    ])
    return { links, albums }
  }
}
