import { activity, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { ServiceClients } from '../dashboard/service-clients.ts'

type ListInput = Input<typeof activity.list>
type ActivityRow = {
  id: string
  type: 'share_created' | 'image_uploaded'
  at: Date
  user_id: string
  object_id: string
  album_id: string | null
  filename: string | null
}

@RpcHandlers()
export class ListActivity {
  constructor(
    private readonly db: Database,
    private readonly clients: ServiceClients,
  ) {}

  /** Adds the current user names, album titles and view counts to a page of activity, with one call to each service. */
  @Handles(activity.list)
  async listActivity(input: ListInput, actor: Actor) {
    const rows = await this.findRows(input)
    const [names, links] = await Promise.all([this.loadUserNames(rows, actor), this.loadLinkDetails(rows, actor)])
    const items = rows.map(({ id, type, at, user_id: userId, object_id, album_id, filename }) => ({
      id,
      type,
      userId,
      filename,
      at: at.toISOString(),
      userName: names.get(userId) ?? null,
      albumTitle: (album_id && links.albumTitles.get(album_id)) || null,
      viewCount: links.viewCounts.get(object_id) ?? null,
    }))
    return { items }
  }

  private async findRows({ limit, before, type, user }: ListInput): Promise<ActivityRow[]> {
    const conditions: string[] = []
    const params: unknown[] = []
    // No activity has an id that is not a UUID.
    if ([before, user].some(value => value !== undefined && !isId(value))) return []
    if (type !== undefined) conditions.push(`type = $${params.push(type)}`)
    if (user !== undefined) conditions.push(`user_id = $${params.push(user)}`)
    if (before !== undefined) {
      const [cursor] = await this.db.sql<{ at: Date }>('SELECT at FROM activity WHERE id = $1', [before])
      if (!cursor) return []
      conditions.push(`(at, id) < ($${params.push(cursor.at)}, $${params.push(before)})`)
    }
    const where = conditions.length ? `WHERE ${conditions.join(' AND ')}` : ''
    return this.db.sql<ActivityRow>(
      `SELECT id, type, at, user_id, object_id, album_id, filename FROM activity ${where}
       ORDER BY at DESC, id DESC LIMIT $${params.push(limit)}`,
      params,
    )
  }

  private async loadUserNames(rows: ActivityRow[], actor: Actor): Promise<Map<string, string>> {
    const ids = [...new Set(rows.map(row => row.user_id))]
    if (!ids.length) return new Map()
    const result = await this.clients.call(activity.getUserNames, { ids }, actor)
    return new Map(result.value?.users.map(({ id, name }) => [id, name]))
  }

  private async loadLinkDetails(rows: ActivityRow[], actor: Actor) {
    const shares = rows.filter(row => row.type === 'share_created')
    const linkIds = shares.map(row => row.object_id)
    const albumIds = [...new Set(shares.flatMap(row => row.album_id ?? []))]
    if (shares.length === 0) return { viewCounts: new Map<string, number>(), albumTitles: new Map<string, string>() }
    const response = (await this.clients.call(activity.describeLinks, { linkIds, albumIds }, actor)).value
    return {
      viewCounts: new Map(response?.links.map(({ id, viewCount }) => [id, viewCount])),
      albumTitles: new Map(response?.albums.map(({ id, title }) => [id, title])),
    }
  }
}
