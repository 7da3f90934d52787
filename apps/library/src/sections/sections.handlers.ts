import { type Actor, errors, type Input, library, MAX_SECTION_NAME, MAX_SECTIONS } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, idOr, idsOr } from '@daymark/platform'
import { randomUUID } from 'node:crypto'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { viewAlbum } from '../albums/album-view.ts'
import type { Album } from '../albums/album.entity.ts'
import { line, required } from '../text.ts'
import { divisibleAlbum, sectionOf } from './divided-album.ts'
import { movedSection, movedTo, orderOf, partsOf } from './parts.ts'
import { divide, headingsOf, idsOf, readOrder, saveOrder } from './save-order.ts'

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

/** The heading only: its photos stay where they are, and are in the section before. */
@Handles(library.removeSection)
export class RemoveSection implements Handler<typeof library.removeSection> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, sectionId }: Input<typeof library.removeSection>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await divisibleAlbum(own, id)
        const gone = sectionOf(album, sectionId)
        await divide(
          own,
          album,
          album.sections.filter(section => section !== gone),
        )
        return viewAlbum(tx, album)
      }),
    )
  }
}

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
