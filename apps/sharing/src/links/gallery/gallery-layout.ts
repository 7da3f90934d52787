import { type AlbumHeader, type AlbumSection, selectCoverPhoto, type GalleryView } from '@daymark/contracts'

export const DEFAULT_HEADER: AlbumHeader = { layout: 'hero', photoId: null, x: 50, y: 50 }

/** The header of a gallery. Without a chosen cover, the focal point is the center. */
export function galleryHeader(saved: AlbumHeader | null, photos: GalleryView['photos']): AlbumHeader {
  const header = saved ?? DEFAULT_HEADER
  if (header.layout === 'text') return { ...header, photoId: null }
  const photoId = selectCoverPhoto(photos, header.photoId)?.id ?? null
  return photoId !== null && photoId === header.photoId ? header : { ...DEFAULT_HEADER, layout: header.layout, photoId }
}

type PhotoPosition = { position?: number }

/** Additional column of gallery photos if the album has sections. */
export const POSITION_COLUMN = 'm.position'

/**
 * Sections with at least one photo of the gallery, and the number of photos. Both inputs are in the order of the album.
 */
export function sectionsWithCounts(
  sections: AlbumSection[],
  photos: PhotoPosition[],
): NonNullable<GalleryView['album']['sections']> {
  const counts = sections.map(() => 0)
  let at = -1
  for (const { position = -Infinity } of photos) {
    while ((sections[at + 1]?.position ?? Infinity) <= position) at++
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
  }
  return sections
    .map(({ id, name }, n) => ({ id, name, photoCount: counts[n] ?? 0 }))
    .filter(({ photoCount }) => photoCount > 0)
}
