import { type Actor, errors, type Input, sharing, type TrashedLink } from '@daymark/contracts'
import { Clock, Database, goneBefore, type Handler, Handles, isId } from '@daymark/platform'
import { TrashConfig } from '../../config.ts'
import { restoreTrashedLinks } from './trashed-links.ts'
import { purgeLinks } from './purge-links.job.ts'

type Row = Omit<TrashedLink, 'deletedAt'> & { deletedAt: Date }
/** Links that were deleted with their album are restored with it and not listed here. */
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

@Handles(sharing.purgeTrash)
export class PurgeTrashedLinks implements Handler<typeof sharing.purgeTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Links that were deleted with an album are purged with it. */
  async handle({ linkIds, all }: Input<typeof sharing.purgeTrash>, { userId }: Actor) {
    const which = 'owner_id = $1 AND NOT with_album AND ($2 OR id = ANY($3::uuid[]))'
    const links = await this.db.commit(tx =>
      purgeLinks(tx, which, [userId, all, linkIds.filter(isId)], this.clock.now()),
    )
    return { links }
  }
}

@Handles(sharing.restoreTrash)
export class RestoreLinks implements Handler<typeof sharing.restoreTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: TrashConfig,
  ) {}

  async handle({ linkIds }: Input<typeof sharing.restoreTrash>, { userId }: Actor) {
    const now = this.clock.now()
    const parameters = [userId, goneBefore(now, this.config), linkIds.filter(isId)]
    // an album restored by the same request may not have arrived yet
    await this.db.eventually(async () => (await this.isWithoutAlbum(parameters)) === false || undefined)
    const links = await this.db.commit(async tx => {
      const held = await tx.sql<{ deleted: boolean }>(`${ALBUMS} FOR SHARE`, parameters)
      if (held.some(album => album.deleted)) throw errors.CONFLICT({ reason: 'Restore the album of this link first.' })
      return restoreTrashedLinks(tx, NAMED, parameters, now)
    })
    return { links }
  }

  private async isWithoutAlbum(parameters: unknown[]): Promise<boolean> {
    return (await this.db.sql<{ deleted: boolean }>(ALBUMS, parameters)).some(album => album.deleted)
  }
}

const NAMED = `${SHOWN} AND id = ANY($3::uuid[])`
const ALBUMS = `SELECT deleted FROM albums WHERE id IN (SELECT album_id FROM trashed_links WHERE ${NAMED}) ORDER BY id`
