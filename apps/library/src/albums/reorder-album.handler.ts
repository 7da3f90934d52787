import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import type { Album } from './album.entity.ts'
import { viewAlbum } from './album-view.ts'
import { arrange, GAP, type Placed } from './arrange-album.ts'
import { findAlbum } from './find-album.ts'
import { newOrder } from './new-order.ts'

/** Saves the whole order in one statement, touching only photos that moved. */
@Handles(library.reorderAlbum)
export class ReorderAlbum implements Handler<typeof library.reorderAlbum> {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async handle({ id, order }: Input<typeof library.reorderAlbum>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        await reorder(own, album, order)
        return viewAlbum(tx, album)
      }),
    )
  }
}

async function reorder(own: Library, album: Album, order: string[]): Promise<void> {
  const before = await own.tx.sql<Placed>(
    'SELECT photo_id AS "photoId", position FROM album_photos WHERE album_id = $1 ORDER BY position, photo_id',
    [album.id],
  )
  const positions = new Map(before.map(member => [member.photoId, member.position]))
  const placed = newOrder([...positions.keys()], order)
    .map((photoId, index) => ({ photoId, position: (index + 1) * GAP }))
    .filter(({ photoId, position }) => positions.get(photoId) !== position)
  await own.tx.sql(
    `UPDATE album_photos m SET position = new.position
     FROM unnest($2::uuid[], $3::float8[]) AS new(id, position) WHERE m.album_id = $1 AND m.photo_id = new.id`,
    [album.id, placed.map(p => p.photoId), placed.map(p => p.position)],
  )
  await arrange(own, album, { placed })
}
