import type { http } from '@daymark/contracts'
import type { Photo } from '../photos/photo.ts'
import type { AlbumWithPhotos } from './whole-album.ts'

export type Arranged = Pick<AlbumWithPhotos, 'images' | 'sections'>
/** The photos below a section heading; the first part has no heading. */
export type AlbumPart = { section: http.Section | null; photos: readonly Photo[] }

/** Splits the album into its sections; without sections it is one part. */
export function partsOf({ images, sections }: Arranged): AlbumPart[] {
  const known = new Set(sections.map(({ id }) => id))
  // a section that was deleted while the pages were read has no heading any more
  const bySection = Map.groupBy(images, ({ section_id: id }) => (id && known.has(id) ? id : null))
  return [null, ...sections].map(section => ({ section, photos: bySection.get(section?.id ?? null) ?? [] }))
}

/** Photos and headings in one order, as the rearrange mode shows it and the server expects it. */
export const orderOf = (album: Arranged): string[] => idsOf(partsOf(album))

export const idsOf = (parts: readonly AlbumPart[]): string[] =>
  parts.flatMap(({ section, photos }) => [...(section ? [section.id] : []), ...photos.map(photo => photo.id)])
