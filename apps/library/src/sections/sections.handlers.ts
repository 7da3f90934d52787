import {
  type Actor,
  type AlbumSection,
  errors,
  type Input,
  library,
  MAX_SECTION_NAME_LENGTH,
  MAX_SECTIONS,
} from '@daymark/contracts'
import { Handles, parseIdOrThrow, parseIdsOrThrow, RpcHandlers } from '@daymark/platform'
import { randomUUID } from 'node:crypto'
import { type LockedLibrary, Libraries } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { findAlbum, viewAlbum } from '../albums/read-albums.ts'
import { cleanLine, assertNotEmpty } from '../input.ts'
import { movePhotos, moveSection, joinSections, splitIntoSections } from './album-order.ts'
import { headingIdsOf, idsOf, readOrder, saveOrder, saveSections } from './save-order.ts'

/** Finds an album that can have sections. Throws FAVORITES_FIXED for Favorites, which cannot be divided into sections. */
async function findAlbumForSections({ tx, ownerId }: LockedLibrary, id: string): Promise<Album> {
  const album = await findAlbum(tx.em, id, ownerId)
  if (album.isFavorites) throw errors.FAVORITES_FIXED()
  return album
}
function findSection(album: Album, sectionId: string): AlbumSection {
  const id = parseIdOrThrow(errors.SECTION_NOT_FOUND, sectionId)
  const section = album.sections.find(candidate => candidate.id === id)
  if (!section) throw errors.SECTION_NOT_FOUND()
  return section
}

@RpcHandlers()
export class SectionHandlers {
  constructor(private readonly libraries: Libraries) {}

  /** rule 114: inserts a heading before a photo, which becomes the first of the section, or at the end of the album. */
  @Handles(library.addSection)
  async addSection({ id, name, before }: Input<typeof library.addSection>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbumForSections(lockedLibrary, id)
      if (album.sections.length >= MAX_SECTIONS)
        throw errors.CONFLICT({
          reason: `This album has ${MAX_SECTIONS} sections, which is the limit. Delete one first.`,
        })
      await addSection(lockedLibrary, album, { name, before })
      return viewAlbum(tx, album)
    })
  }

  /** Moves photos to the end of a section in their present order. Photos that are already in the section stay where they are. */
  @Handles(library.moveToSection)
  async moveToSection({ id, sectionId, photoIds }: Input<typeof library.moveToSection>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbumForSections(lockedLibrary, id)
      const heading = sectionId === null ? null : findSection(album, sectionId).id
      await moveToSection(lockedLibrary, album, {
        heading,
        ids: new Set(parseIdsOrThrow(errors.PHOTO_NOT_FOUND, photoIds)),
      })
      return viewAlbum(tx, album)
    })
  }

  /** Removes a section heading. Its photos stay in the album and then belong to the previous section, if any. */
  @Handles(library.removeSection)
  async removeSection({ id, sectionId }: Input<typeof library.removeSection>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbumForSections(lockedLibrary, id)
      const removed = findSection(album, sectionId)
      await saveSections(
        lockedLibrary,
        album,
        album.sections.filter(section => section !== removed),
      )
      return viewAlbum(tx, album)
    })
  }

  /** Renames a section, or moves it with its photos to another place. */
  @Handles(library.updateSection)
  async updateSection({ id, sectionId, name, position }: Input<typeof library.updateSection>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbumForSections(lockedLibrary, id)
      const section = findSection(album, sectionId)
      if (name !== undefined) await renameSection(lockedLibrary, album, section.id, name)
      if (position !== undefined) await moveSectionTo(lockedLibrary, album, section.id, position)
      return viewAlbum(tx, album)
    })
  }
}

async function addSection(
  lockedLibrary: LockedLibrary,
  album: Album,
  { name, before }: { name: string; before: string | undefined },
) {
  const cleanName = assertNotEmpty(cleanLine(name, MAX_SECTION_NAME_LENGTH, 'A name'), 'Enter a name for the section.')
  const section = { id: randomUUID(), name: cleanName, position: 0 }
  const items = await readOrder(lockedLibrary.tx, album)
  const order = idsOf(items)
  order.splice(before === undefined ? order.length : findPhotoIndex(order, album, before), 0, section.id)
  await saveOrder(lockedLibrary, album, { before: items, order, moved: [section.id] }, [...album.sections, section])
}

function findPhotoIndex(order: string[], album: Album, before: string): number {
  const photoId = parseIdOrThrow(errors.PHOTO_NOT_FOUND, before)
  const index = order.indexOf(photoId)
  if (index < 0 || album.sections.some(({ id }) => id === photoId)) throw errors.PHOTO_NOT_FOUND()
  return index
}

type SectionMove = { heading: string | null; ids: ReadonlySet<string> }

export async function moveToSection(
  lockedLibrary: LockedLibrary,
  album: Album,
  { heading, ids }: SectionMove,
): Promise<void> {
  const items = await readOrder(lockedLibrary.tx, album)
  const sections = splitIntoSections(idsOf(items), headingIdsOf(album))
  const members = new Set(sections.flatMap(section => section.photos))
  for (const id of ids) if (!members.has(id)) throw errors.PHOTO_NOT_FOUND()
  const sectionPhotoIds = new Set(sections.find(section => section.heading === heading)?.photos)
  const moved = [...ids].filter(id => !sectionPhotoIds.has(id))
  const order = joinSections(movePhotos(sections, heading, ids))
  await saveOrder(lockedLibrary, album, { before: items, order, moved })
}

function renameSection(lockedLibrary: LockedLibrary, album: Album, id: string, newName: string): Promise<void> {
  const name = assertNotEmpty(cleanLine(newName, MAX_SECTION_NAME_LENGTH, 'A name'), 'Enter a name for the section.')
  return saveSections(
    lockedLibrary,
    album,
    album.sections.map(section => (section.id === id ? { ...section, name } : section)),
  )
}

async function moveSectionTo(lockedLibrary: LockedLibrary, album: Album, id: string, newIndex: number): Promise<void> {
  const items = await readOrder(lockedLibrary.tx, album)
  const sections = splitIntoSections(idsOf(items), headingIdsOf(album))
  const moved = joinSections(sections.filter(section => section.heading === id))
  const order = joinSections(moveSection(sections, id, newIndex))
  await saveOrder(lockedLibrary, album, { before: items, order, moved })
}
