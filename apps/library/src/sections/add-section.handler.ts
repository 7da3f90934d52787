import { randomUUID } from 'node:crypto'
import { errors, library, MAX_SECTION_NAME, MAX_SECTIONS, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, idOr, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { viewAlbum } from '../albums/album-view.ts'
import type { Album } from '../albums/album.entity.ts'
import { line, required } from '../text.ts'
import { divisibleAlbum } from './divided-album.ts'
import { idsOf, readOrder, saveOrder } from './save-order.ts'

/** rule 114: before a photo, which is in it then with those behind it, or at the end. */
@Handles(library.addSection)
export class AddSection implements Handler<typeof library.addSection> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, name, before }: Input<typeof library.addSection>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await divisibleAlbum(own, id)
        if (album.sections.length >= MAX_SECTIONS)
          throw errors.CONFLICT({ reason: `An album may have at most ${MAX_SECTIONS} sections.` })
        await add(own, album, { name, before })
        return viewAlbum(tx, album)
      }),
    )
  }
}

async function add(own: Library, album: Album, { name, before }: { name: string; before: string | undefined }) {
  const text = required(line(name, MAX_SECTION_NAME, 'A name'), 'A section needs a name.')
  const section = { id: randomUUID(), name: text, position: 0 }
  const items = await readOrder(own.tx, album)
  const order = idsOf(items)
  order.splice(before === undefined ? order.length : placeOf(order, album, before), 0, section.id)
  await saveOrder(own, album, { before: items, order, moved: [section.id] }, [...album.sections, section])
}

function placeOf(order: string[], album: Album, before: string): number {
  const photoId = idOr(errors.PHOTO_NOT_FOUND, before)
  const at = order.indexOf(photoId)
  if (at < 0 || album.sections.some(({ id }) => id === photoId)) throw errors.PHOTO_NOT_FOUND()
  return at
}
