import type { http } from '@daymark/contracts'
import type { Photo } from '../photos/photo.ts'
import type { AlbumWithPhotos } from './albums.queries.ts'

export type SectionedAlbum = Pick<AlbumWithPhotos, 'images' | 'sections'>
/** A part of an album with its photos. `section` is null for the photos before the first section. */
export type AlbumPart = { section: http.Section | null; photos: readonly Photo[] }

/** Splits an album into its sections. An album without sections has one part. */
export function splitIntoParts({ images, sections }: SectionedAlbum): AlbumPart[] {
  const sectionIds = new Set(sections.map(({ id }) => id))
  // A photo may refer to a section that was deleted while the pages of the album were read. Such a photo has no
  // section.
  const bySection = Map.groupBy(images, ({ section_id: id }) => (id && sectionIds.has(id) ? id : null))
  return [null, ...sections].map(section => ({ section, photos: bySection.get(section?.id ?? null) ?? [] }))
}

/** Returns the ids of all sections and photos in album order, each section before its photos, as the server expects. */
export const orderedIdsOf = (album: SectionedAlbum): string[] => idsOfParts(splitIntoParts(album))

export const idsOfParts = (parts: readonly AlbumPart[]): string[] =>
  parts.flatMap(({ section, photos }) => [...(section ? [section.id] : []), ...photos.map(photo => photo.id)])
