import { type Input, linkCreated, sharingRestores } from '@daymark/contracts'
import { Clock, Database, Handles, importRows, RpcHandlers, type Tx } from '@daymark/platform'
import { Any } from 'typeorm'
import { Link } from '../links/link.entity.ts'
import { archivedAccount } from './archived-account.ts'

const LINKS_TABLE = archivedAccount.tables.filter(({ table }) => table === 'links')

@RpcHandlers()
export class RestoreArchivedLinks {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(sharingRestores.restoreLinks)
  async restoreArchivedLinks({ userId, rows, albums }: Input<typeof sharingRestores.restoreLinks>) {
    const currentAlbums = new Map(albums.map(({ from, to }) => [from, to]))
    const links = rows.filter(({ table, row }) => table === 'links' && row['kind'] === 'album')
    const updatedLinks = links.map(({ table, row }) => {
      const albumId = String(row['album_id'])
      return {
        table,
        row: {
          ...row,
          album_id: currentAlbums.get(albumId) ?? albumId,
          revoked: true,
          slug: null,
          studio_position: null,
        },
      }
    })
    return { links: await this.db.commit(tx => this.insertRestorableLinks(tx, userId, updatedLinks)) }
  }

  /**
   * Inserts the links that do not exist and whose album is not deleted. If the event of a restored album has not arrived yet, its row is
   * missing, which does not count as deleted. Returns the number of inserted links.
   */
  private async insertRestorableLinks(
    tx: Tx,
    userId: string,
    rows: Input<typeof sharingRestores.restoreLinks>['rows'],
  ): Promise<number> {
    const ids = rows.map(({ row }) => row['id'])
    // links in the trash count as existing, because the owner can restore them from there
    const existing = await tx.sql<{ id: string }>(
      'SELECT id FROM links WHERE id = ANY ($1::uuid[]) UNION ALL SELECT id FROM trashed_links WHERE id = ANY ($1::uuid[])',
      [ids],
    )
    const existingIds = new Set(existing.map(({ id }) => id))
    const missing = rows.filter(({ row }) => !existingIds.has(String(row['id'])))
    if (missing.length === 0) return 0
    const deletedAlbums = await tx.sql<{ id: string }>(
      'SELECT id FROM albums WHERE (owner_id <> $1 OR deleted) AND id = ANY ($2::uuid[])',
      [userId, missing.map(({ row }) => row['album_id'])],
    )
    const deletedIds = new Set(deletedAlbums.map(({ id }) => id))
    const restorable = missing.filter(({ row }) => !deletedIds.has(String(row['album_id'])))
    if (restorable.length === 0) return 0
    const insertedCount = await importRows(tx, LINKS_TABLE, { userId, rows: restorable })
    const now = this.clock.now()
    const restoredIds = restorable.map(({ row }) => String(row['id']))
    for (const link of await tx.em.findBy(Link, { id: Any(restoredIds), ownerId: userId }))
      tx.emit(linkCreated, link.id, link.eventState(now))
    return insertedCount
  }
}
