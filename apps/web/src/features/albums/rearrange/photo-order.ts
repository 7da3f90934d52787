import { type SectionedAlbum, idsOfParts, splitIntoParts } from '../../../domain/albums/album-parts.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { type Photo, photoName } from '../../../domain/photos/photo.ts'

/** L-AD-14: returns the items in reverse order. */
export const reverseItems = <T>(items: readonly T[]): T[] => [...items].reverse()

/** Parses a position, which counts from 1, to an index. Returns null if the text is not a number or out of range. */
export function parsePosition(text: string, total: number): number | null {
  const position = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return position >= 1 && position <= total ? position - 1 : null
}

/**
 * Sorts photos by an order that is on screen but not saved yet. Photos that the order does not contain move to the end;
 * ids without a photo are ignored.
 */
export function applyOrder<T extends { id: string }>(photos: readonly T[], order: readonly string[]): T[] {
  const byId = new Map(photos.map(photo => [photo.id, photo]))
  const orderedPhotos = order.flatMap(id => byId.get(id) ?? [])
  const orderedIds = new Set(order)
  return [...orderedPhotos, ...photos.filter(photo => !orderedIds.has(photo.id))]
}

/** Inserts each restored photo into the current order, after the photo that preceded it in the previous order. */
export function restoreOrder(
  current: readonly string[],
  previous: readonly string[],
  restored: ReadonlySet<string>,
): string[] {
  const order = current.filter(id => !restored.has(id))
  previous.forEach((id, index) => {
    if (!restored.has(id)) return
    const neighbor = previous.slice(0, index).findLast(other => order.includes(other))
    order.splice(neighbor === undefined ? 0 : order.indexOf(neighbor) + 1, 0, id)
  })
  return order
}

/** An item in the order of an album: a photo or a section heading. */
export type OrderItem = { id: string; photo: Photo | null; heading: string }

const toPhotoItem = (photo: Photo): OrderItem => ({ id: photo.id, photo, heading: '' })

export const listOrderItems = (album: AlbumWithPhotos): OrderItem[] =>
  splitIntoParts(album).flatMap(({ section, photos }) => [
    ...(section ? [{ id: section.id, photo: null, heading: section.name }] : []),
    ...photos.map(toPhotoItem),
  ])

export const itemName = ({ photo, heading }: OrderItem) => (photo ? photoName(photo) : `Section ${heading}`)

/** Reverses the photos of each section. */
export const reverseSections = (album: SectionedAlbum): string[] =>
  idsOfParts(splitIntoParts(album).map(part => ({ ...part, photos: reverseItems(part.photos) })))

/** Sorts photos and headings of an album. Each photo then belongs to the heading before it. */
export function applyAlbumOrder<T extends SectionedAlbum>(album: T, order: readonly string[]): T {
  const images = applyOrder(album.images, order)
  if (album.sections.length === 0) return { ...album, images }
  const headingIds = new Set(album.sections.map(({ id }) => id))
  const sectionIdByPhoto = new Map<string, string | null>()
  let sectionId: string | null = null
  for (const id of order)
    if (headingIds.has(id)) sectionId = id
    else sectionIdByPhoto.set(id, sectionId)
  return {
    ...album,
    images: images.map(photo => ({ ...photo, section_id: sectionIdByPhoto.get(photo.id) ?? null })),
    sections: applyOrder(album.sections, order),
  }
}
