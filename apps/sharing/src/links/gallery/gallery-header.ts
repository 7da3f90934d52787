import { coverPhotoOf, type AlbumHeader, type GalleryView } from '@daymark/contracts'

export const DEFAULT_HEADER: AlbumHeader = { layout: 'hero', photoId: null, x: 50, y: 50 }

/** What stands at the head of a gallery. A photo that nobody chose is looked at in its middle. */
export function headerOf(told: AlbumHeader | null, photos: GalleryView['photos']): AlbumHeader {
  const header = told ?? DEFAULT_HEADER
  if (header.layout === 'text') return { ...header, photoId: null }
  const photoId = coverPhotoOf(photos, header.photoId)?.id ?? null
  return photoId !== null && photoId === header.photoId ? header : { ...DEFAULT_HEADER, layout: header.layout, photoId }
}
