import { sharing, type Actor, type Input, type TrashedLink } from '@daymark/contracts'
import { Clock, Database, goneBefore, Handles, isId, type Handler } from '@daymark/platform'
import { TrashConfig } from '../config.ts'

type Row = Omit<TrashedLink, 'deletedAt'> & { deletedAt: Date }
/** Those that ended with their album come back with it, and are not shown by themselves. */
export const SHOWN = 'owner_id = $1 AND deleted_at > $2 AND NOT with_album'

@Handles(sharing.listTrash)
export class ListTrashedLinks implements Handler<typeof sharing.listTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: TrashConfig,
  ) {}

  async handle({ limit, offset }: Input<typeof sharing.listTrash>, { userId }: Actor) {
    if (!isId(userId)) return { links: [], total: 0 }
    const params = [userId, goneBefore(this.clock.now(), this.config)]
    const [rows, [counted]] = await Promise.all([
      this.db.sql<Row>(
        `SELECT id, name, (state ->> 'viewCount')::int AS views, deleted_at AS "deletedAt" FROM trashed_links
         WHERE ${SHOWN} ORDER BY deleted_at DESC, id DESC LIMIT $3 OFFSET $4`,
        [...params, limit, offset],
      ),
      this.db.sql<{ total: number }>(`SELECT count(*)::int AS total FROM trashed_links WHERE ${SHOWN}`, params),
    ])
    const links = rows.map(row => ({ ...row, deletedAt: row.deletedAt.toISOString() }))
    return { links, total: counted?.total ?? 0 }
  }
}
