import type { http } from '@daymark/contracts'
import type { Photo } from '../../../domain/photos/photo.ts'
import type { AlbumWithPhotos } from '../album.queries.ts'
import { applyOrder, reverseItems } from '../rearrange/photo-order.ts'

type Album = Pick<AlbumWithPhotos, 'images' | 'sections'>
/** The photos behind a heading; those before the first one have none. */
export type AlbumPart = { section: http.Section | null; photos: readonly Photo[] }

/** The album as it lies on the page; without sections it is one part. */
export function partsOf({ images, sections }: Album): AlbumPart[] {
  const known = new Set(sections.map(({ id }) => id))
  // one that went while the page was read has no heading any more
  const bySection = Map.groupBy(images, ({ section_id: id }) => (id && known.has(id) ? id : null))
  return [null, ...sections].map(section => ({ section, photos: bySection.get(section?.id ?? null) ?? [] }))
}

/** Photos and headings as one order, as rearranging shows it and the server takes it. */
export const orderOf = (album: Album): string[] => idsOf(partsOf(album))

/** The last photo of each section becomes its first. */
export const reversedOrder = (album: Album): string[] =>
  idsOf(partsOf(album).map(part => ({ ...part, photos: reverseItems(part.photos) })))

const idsOf = (parts: readonly AlbumPart[]) =>
  parts.flatMap(({ section, photos }) => [...(section ? [section.id] : []), ...photos.map(photo => photo.id)])

/** The album in another order of its photos and headings: a photo is in the section that it now stands behind. */
export function withOrder<T extends Album>(album: T, order: readonly string[]): T {
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
