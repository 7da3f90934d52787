import { type Actor, errors, type Input, linkCreated, sharingRestores } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, importRows, type Tx } from '@daymark/platform'
import { Any } from 'typeorm'
import { Link } from '../links/link.entity.ts'
import { archivedAccount } from './archived-account.ts'

/** Of a link that is deleted its visits are removed: it does not come back while that is going on. */
const LINKS = archivedAccount.tables.filter(({ table }) => table === 'links')

@Handles(sharingRestores.links)
export class BringLinks implements Handler<typeof sharingRestores.links> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ userId, rows, albums }: Input<typeof sharingRestores.links>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const today = new Map(albums.map(({ from, to }) => [from, to]))
    const links = rows.filter(({ table, row }) => table === 'links' && row['kind'] === 'album')
    const moved = links.map(({ table, row }) => {
      const albumId = String(row['album_id'])
      return {
        table,
        row: { ...row, album_id: today.get(albumId) ?? albumId, revoked: true, slug: null, studio_place: null },
      }
    })
    return { links: await this.db.commit(tx => this.bring(tx, userId, moved)) }
  }

  /** Only to albums that are not deleted; one that came back may not have been told yet. */
  private async bring(tx: Tx, userId: string, rows: Input<typeof sharingRestores.links>['rows']): Promise<number> {
    const ids = rows.map(({ row }) => row['id'])
    // one in the trash is brought back from there
    const known = await tx.sql<{ id: string }>(
      'SELECT id FROM links WHERE id = ANY ($1::uuid[]) UNION ALL SELECT id FROM trashed_links WHERE id = ANY ($1::uuid[])',
      [ids],
    )
    const there = new Set(known.map(({ id }) => id))
    const missing = rows.filter(({ row }) => !there.has(String(row['id'])))
    if (missing.length === 0) return 0
    const gone = await tx.sql<{ id: string }>(
      'SELECT id FROM albums WHERE (owner_id <> $1 OR deleted) AND id = ANY ($2::uuid[])',
      [userId, missing.map(({ row }) => row['album_id'])],
    )
    const dead = new Set(gone.map(({ id }) => id))
    const wanted = missing.filter(({ row }) => !dead.has(String(row['album_id'])))
    if (wanted.length === 0) return 0
    const written = await importRows(tx, LINKS, { userId, rows: wanted })
    const now = this.clock.now()
    const brought = wanted.map(({ row }) => String(row['id']))
    for (const link of await tx.em.findBy(Link, { id: Any(brought), ownerId: userId }))
      tx.emit(linkCreated, link.id, link.state(now))
    return written
  }
}
