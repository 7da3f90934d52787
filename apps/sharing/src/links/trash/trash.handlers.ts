import { type Actor, errors, type Input, sharing, type TrashedLink } from '@daymark/contracts'
import { Clock, Database, purgeCutoff, Handles, isId, RpcHandlers } from '@daymark/platform'
import { TrashConfig } from '../../config.ts'
import { restoreTrashedLinks } from './trashed-links.ts'
import { purgeLinks } from './purge-links.job.ts'

type TrashedLinkRow = Omit<TrashedLink, 'deletedAt'> & { deletedAt: Date }
/** Condition for the links in the owner's trash. Links that were deleted with their album are restored with it and are not listed. */
const IS_LISTED = 'owner_id = $1 AND deleted_at > $2 AND NOT with_album'

const IS_SELECTED = `${IS_LISTED} AND id = ANY($3::uuid[])`
const ALBUMS_OF_SELECTED = `SELECT deleted FROM albums WHERE id IN (SELECT album_id FROM trashed_links WHERE ${IS_SELECTED}) ORDER BY id`

@RpcHandlers()
export class TrashHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: TrashConfig,
  ) {}

  @Handles(sharing.listTrash)
  async listTrash({ limit, offset }: Input<typeof sharing.listTrash>, { userId }: Actor) {
    if (!isId(userId)) return { links: [], total: 0 }
    const params = [userId, purgeCutoff(this.clock.now(), this.config)]
    const [rows, [count]] = await Promise.all([
      this.db.sql<TrashedLinkRow>(
        `SELECT id, name, (state ->> 'viewCount')::int AS views, deleted_at AS "deletedAt" FROM trashed_links
         WHERE ${IS_LISTED} ORDER BY deleted_at DESC, id DESC LIMIT $3 OFFSET $4`,
        [...params, limit, offset],
      ),
      this.db.sql<{ total: number }>(`SELECT count(*)::int AS total FROM trashed_links WHERE ${IS_LISTED}`, params),
    ])
    const links = rows.map(row => ({ ...row, deletedAt: row.deletedAt.toISOString() }))
    return { links, total: count?.total ?? 0 }
  }

  /** Deletes trashed links permanently. Links that were deleted with an album are purged with it. */
  @Handles(sharing.purgeTrash)
  async purgeTrash({ linkIds, all }: Input<typeof sharing.purgeTrash>, { userId }: Actor) {
    const condition = 'owner_id = $1 AND NOT with_album AND ($2 OR id = ANY($3::uuid[]))'
    const links = await this.db.commit(tx =>
      purgeLinks(tx, condition, [userId, all, linkIds.filter(isId)], this.clock.now()),
    )
    return { links }
  }

  @Handles(sharing.restoreTrash)
  async restoreTrash({ linkIds }: Input<typeof sharing.restoreTrash>, { userId }: Actor) {
    const now = this.clock.now()
    const parameters = [userId, purgeCutoff(now, this.config), linkIds.filter(isId)]
    // waits, because the event of an album that the same request restores may not have arrived yet
    await this.db.pollUntilFound(async () => (await this.hasDeletedAlbum(parameters)) === false || undefined)
    const links = await this.db.commit(async tx => {
      const albums = await tx.sql<{ deleted: boolean }>(`${ALBUMS_OF_SELECTED} FOR SHARE`, parameters)
      if (albums.some(album => album.deleted))
        throw errors.CONFLICT({ reason: 'Restore the album of this link first.' })
      return restoreTrashedLinks(tx, IS_SELECTED, parameters, now)
    })
    return { links }
  }

  private async hasDeletedAlbum(parameters: unknown[]): Promise<boolean> {
    return (await this.db.sql<{ deleted: boolean }>(ALBUMS_OF_SELECTED, parameters)).some(album => album.deleted)
  }
}
