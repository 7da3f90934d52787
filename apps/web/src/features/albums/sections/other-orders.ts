import { type Arranged, idsOf, partsOf } from '../../../domain/albums/album-parts.ts'
import { applyOrder, reverseItems } from '../rearrange/photo-order.ts'

/** The last photo of each section becomes its first. */
export const reversedOrder = (album: Arranged): string[] =>
  idsOf(partsOf(album).map(part => ({ ...part, photos: reverseItems(part.photos) })))

/** The album in a new order of photos and headings: a photo belongs to the heading before it. */
export function withOrder<T extends Arranged>(album: T, order: readonly string[]): T {
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
