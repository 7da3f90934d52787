import { albumUpdated, type AlbumSection } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { recordAlbumChange } from '../albums/change-album.ts'
import { type Item, mergeHeadings } from './album-order.ts'
import { computePositions } from './positions.ts'

export const headingsOf = (album: Album): Set<string> => new Set(album.sections.map(({ id }) => id))
export const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id)

/** Photos and headings of an album in their order. */
export async function readOrder(tx: Tx, album: Album): Promise<Item[]> {
  const photos = await tx.sql<Item>(
    'SELECT photo_id AS id, position FROM album_photos WHERE album_id = $1 ORDER BY position, photo_id',
    [album.id],
  )
  return mergeHeadings(photos, album.sections)
}

type Order = { before: Item[]; order: readonly string[]; moved: Iterable<string> }

/** Saves an order of photos and headings (`sections`). One statement writes the rows whose position changed. */
export async function saveOrder(
  lockedLibrary: Library,
  album: Album,
  { before, order, moved }: Order,
  sections = album.sections,
) {
  const positions = computePositions(order, before, new Set(moved))
  const headings = new Set(idsOf(sections))
  const placed = before
    .filter(({ id, position }) => !headings.has(id) && positions.get(id) !== position)
    .map(({ id }) => ({ photoId: id, position: positions.get(id) ?? 0 }))
  await lockedLibrary.tx.sql(
    `UPDATE album_photos m SET position = new.position
     FROM unnest($2::uuid[], $3::float8[]) AS new(id, position) WHERE m.album_id = $1 AND m.photo_id = new.id`,
    [album.id, placed.map(({ photoId }) => photoId), placed.map(({ position }) => position)],
  )
  await recordAlbumChange(lockedLibrary, album, { placed })
  await saveSections(
    lockedLibrary,
    album,
    sections.map(section => ({ ...section, position: positions.get(section.id) ?? section.position })),
  )
}

/** Saves the headings in their order and publishes the album if they changed. */
export async function saveSections(lockedLibrary: Library, album: Album, sections: AlbumSection[]): Promise<void> {
  const sorted = sections.sort((a, b) => a.position - b.position)
  if (JSON.stringify(sorted) === JSON.stringify(album.sections)) return
  album.setSections(sorted, lockedLibrary.now)
  lockedLibrary.tx.emit(albumUpdated, album.id, album.state())
  await lockedLibrary.tx.em.update(Album, album.id, album)
}
