import { type AlbumHeader, type AlbumSection, selectCoverPhoto, type GalleryView } from '@daymark/contracts'

export const DEFAULT_HEADER: AlbumHeader = { layout: 'hero', photoId: null, x: 50, y: 50 }

/**
 * Returns the header of a gallery. If the chosen cover is not among the photos, another cover is selected with its center as the focal
 * point.
 */
export function galleryHeader(albumHeader: AlbumHeader | null, photos: GalleryView['photos']): AlbumHeader {
  const header = albumHeader ?? DEFAULT_HEADER
  if (header.layout === 'text') return { ...header, photoId: null }
  const photoId = selectCoverPhoto(photos, header.photoId)?.id ?? null
  return photoId !== null && photoId === header.photoId ? header : { ...DEFAULT_HEADER, layout: header.layout, photoId }
}

type PhotoPosition = { position?: number }

/** Column that is read with gallery photos if the album has sections. */
export const POSITION_COLUMN = 'm.position'

/**
 * Returns the sections that contain photos of the gallery, with the number of these photos. `sections` and `photos` must be in album order.
 */
export function sectionsWithCounts(
  sections: AlbumSection[],
  photos: PhotoPosition[],
): NonNullable<GalleryView['album']['sections']> {
  const counts = sections.map(() => 0)
  let sectionIndex = -1
  for (const { position = -Infinity } of photos) {
    while ((sections[sectionIndex + 1]?.position ?? Infinity) <= position) sectionIndex++
    if (sectionIndex >= 0) counts[sectionIndex] = (counts[sectionIndex] ?? 0) + 1
  }
  return sections
    .map(({ id, name }, n) => ({ id, name, photoCount: counts[n] ?? 0 }))
    .filter(({ photoCount }) => photoCount > 0)
}
