import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { askedOrder } from '../sections/parts.ts'
import { OrderDeadline } from '../sections/order-deadline.ts'
import { headingsOf, idsOf, readOrder, saveOrder } from '../sections/save-order.ts'
import type { Album } from './album.entity.ts'
import { viewAlbum } from './album-view.ts'
import { findAlbum } from './find-album.ts'

/** Saves the whole order, of headings too; touches only what moved. */
@Handles(library.reorderAlbum)
export class ReorderAlbum implements Handler<typeof library.reorderAlbum> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly deadline: OrderDeadline,
  ) {}

  async handle(asked: Input<typeof library.reorderAlbum>, actor: Actor) {
    return this.deadline.orGoesOn(asked.id, this.save(asked, actor))
  }

  private save({ id, order }: Input<typeof library.reorderAlbum>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        await reorder(own, album, order)
        return viewAlbum(tx, album)
      }),
    )
  }
}

async function reorder(own: Library, album: Album, asked: string[]): Promise<void> {
  const before = await readOrder(own.tx, album)
  const order = askedOrder(idsOf(before), headingsOf(album), asked)
  await saveOrder(own, album, { before, order, moved: order })
}
