import { type SectionedAlbum, idsOfParts, splitIntoParts } from '../../../domain/albums/album-parts.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { type Photo, photoName } from '../../../domain/photos/photo.ts'

/** L-AD-14: the last photo becomes the first. */
export const reverseItems = <T>(items: readonly T[]): T[] => [...items].reverse()

/** "Move to position" counts from 1; null if the input is no number or out of range. */
export function readPosition(text: string, total: number): number | null {
  const position = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return position >= 1 && position <= total ? position - 1 : null
}

/**
 * The order on screen while the server's is older: known photos in the arranged order, added photos at the end, removed
 * photos left out.
 */
export function applyOrder<T extends { id: string }>(photos: readonly T[], order: readonly string[]): T[] {
  const byId = new Map(photos.map(photo => [photo.id, photo]))
  const arranged = order.flatMap(id => byId.get(id) ?? [])
  const known = new Set(order)
  return [...arranged, ...photos.filter(photo => !known.has(photo.id))]
}

/** Restored photos are placed behind their previous neighbor, wherever it is now; `before` is the old order. */
export function restoreOrder(now: readonly string[], before: readonly string[], back: ReadonlySet<string>): string[] {
  const order = now.filter(id => !back.has(id))
  before.forEach((id, index) => {
    if (!back.has(id)) return
    const neighbour = before.slice(0, index).findLast(other => order.includes(other))
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, id)
  })
  return order
}

/** An item in the order of an album: a photo or a section heading. */
export type Item = { id: string; photo: Photo | null; heading: string }

const itemOf = (photo: Photo): Item => ({ id: photo.id, photo, heading: '' })

export const itemsOf = (album: AlbumWithPhotos): Item[] =>
  splitIntoParts(album).flatMap(({ section, photos }) => [
    ...(section ? [{ id: section.id, photo: null, heading: section.name }] : []),
    ...photos.map(itemOf),
  ])

export const itemName = ({ photo, heading }: Item) => (photo ? photoName(photo) : `Section ${heading}`)

/** The last photo of each section becomes its first. */
export const reversedOrder = (album: SectionedAlbum): string[] =>
  idsOfParts(splitIntoParts(album).map(part => ({ ...part, photos: reverseItems(part.photos) })))

/** The album in a new order of photos and headings: a photo belongs to the heading before it. */
export function withOrder<T extends SectionedAlbum>(album: T, order: readonly string[]): T {
  const images = applyOrder(album.images, order)
  if (album.sections.length === 0) return { ...album, images }
  const headings = new Set(album.sections.map(({ id }) => id))
  const sectionOf = new Map<string, string | null>()
  let section: string | null = null
  for (const id of order)
    if (headings.has(id)) section = id
    else sectionOf.set(id, section)
  return {
    ...album,
    images: images.map(photo => ({ ...photo, section_id: sectionOf.get(photo.id) ?? null })),
    sections: applyOrder(album.sections, order),
  }
}
