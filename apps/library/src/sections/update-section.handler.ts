import { library, MAX_SECTION_NAME, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { viewAlbum } from '../albums/album-view.ts'
import type { Album } from '../albums/album.entity.ts'
import { line, required } from '../text.ts'
import { divisibleAlbum, sectionOf } from './divided-album.ts'
import { movedSection, orderOf, partsOf } from './parts.ts'
import { divide, headingsOf, idsOf, readOrder, saveOrder } from './save-order.ts'

/** Another name, or another place among the sections, where its photos go with it. */
@Handles(library.updateSection)
export class UpdateSection implements Handler<typeof library.updateSection> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, sectionId, name, position }: Input<typeof library.updateSection>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await divisibleAlbum(own, id)
        const section = sectionOf(album, sectionId)
        if (name !== undefined) await rename(own, album, section.id, name)
        if (position !== undefined) await move(own, album, section.id, position)
        return viewAlbum(tx, album)
      }),
    )
  }
}

function rename(own: Library, album: Album, id: string, text: string): Promise<void> {
  const name = required(line(text, MAX_SECTION_NAME, 'A name'), 'A section needs a name.')
  return divide(
    own,
    album,
    album.sections.map(section => (section.id === id ? { ...section, name } : section)),
  )
}

async function move(own: Library, album: Album, id: string, to: number): Promise<void> {
  const items = await readOrder(own.tx, album)
  const parts = partsOf(idsOf(items), headingsOf(album))
  const moved = orderOf(parts.filter(part => part.heading === id))
  await saveOrder(own, album, { before: items, order: orderOf(movedSection(parts, id, to)), moved })
}
