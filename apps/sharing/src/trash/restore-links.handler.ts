import { errors, sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, goneBefore, Handles, isId, type Handler } from '@daymark/platform'
import { TrashConfig } from '../config.ts'
import { bringBack } from './bring-back.ts'
import { SHOWN } from './list-trashed-links.handler.ts'

@Handles(sharing.restoreTrash)
export class RestoreLinks implements Handler<typeof sharing.restoreTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: TrashConfig,
  ) {}

  async handle({ linkIds }: Input<typeof sharing.restoreTrash>, { userId }: Actor) {
    const now = this.clock.now()
    const mine = [userId, goneBefore(now, this.config), linkIds.filter(isId)]
    // an album that came back with the same call may not have been heard of yet
    await this.db.eventually(async () => (await this.isWithoutAlbum(mine)) === false || undefined)
    const links = await this.db.commit(async tx => {
      const held = await tx.sql<{ deleted: boolean }>(`${ALBUMS} FOR SHARE`, mine)
      if (held.some(album => album.deleted)) throw errors.CONFLICT({ reason: 'Restore the album of this link first.' })
      return bringBack(tx, NAMED, mine, now)
    })
    return { links }
  }

  private async isWithoutAlbum(mine: unknown[]): Promise<boolean> {
    return (await this.db.sql<{ deleted: boolean }>(ALBUMS, mine)).some(album => album.deleted)
  }
}

const NAMED = `${SHOWN} AND id = ANY($3::uuid[])`
const ALBUMS = `SELECT deleted FROM albums WHERE id IN (SELECT album_id FROM trashed_links WHERE ${NAMED}) ORDER BY id`
