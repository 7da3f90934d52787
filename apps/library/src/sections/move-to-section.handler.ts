import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, idsOr, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { viewAlbum } from '../albums/album-view.ts'
import type { Album } from '../albums/album.entity.ts'
import { divisibleAlbum, sectionOf } from './divided-album.ts'
import { movedTo, orderOf, partsOf } from './parts.ts'
import { headingsOf, idsOf, readOrder, saveOrder } from './save-order.ts'

/** To the end of a section, in the order they have; those that are in it stay where they are. */
@Handles(library.moveToSection)
export class MoveToSection implements Handler<typeof library.moveToSection> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, sectionId, photoIds }: Input<typeof library.moveToSection>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await divisibleAlbum(own, id)
        const heading = sectionId === null ? null : sectionOf(album, sectionId).id
        await moveInto(own, album, { heading, ids: new Set(idsOr(errors.PHOTO_NOT_FOUND, photoIds)) })
        return viewAlbum(tx, album)
      }),
    )
  }
}

type Move = { heading: string | null; ids: ReadonlySet<string> }

export async function moveInto(own: Library, album: Album, { heading, ids }: Move): Promise<void> {
  const items = await readOrder(own.tx, album)
  const parts = partsOf(idsOf(items), headingsOf(album))
  const known = new Set(parts.flatMap(part => part.photos))
  for (const id of ids) if (!known.has(id)) throw errors.PHOTO_NOT_FOUND()
  const there = new Set(parts.find(part => part.heading === heading)?.photos)
  const moved = [...ids].filter(id => !there.has(id))
  await saveOrder(own, album, { before: items, order: orderOf(movedTo(parts, heading, ids)), moved })
}
