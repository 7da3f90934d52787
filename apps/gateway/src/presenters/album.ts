import type { AlbumView, http, PhotoView, TagView } from '@daymark/contracts'
import { presentPhoto, variantUrl } from './photo.ts'

export type AlbumPage = { album: AlbumView; photos: PhotoView[]; total: number; limit: number; offset: number }

export function presentAlbum(album: AlbumView, isShared: boolean): http.Album {
  const cover = album.cover ? variantUrl('sm', album.cover.filename) : null
  return {
    id: album.id,
    title: album.title,
    description: album.description,
    visibility: isShared ? 'shared' : 'private',
    theme: album.theme,
    is_favorites: album.isFavorites,
    image_count: album.photoCount,
    cover_image: cover,
    cover_url: cover,
    cover_placeholder: album.cover?.placeholder ?? null,
    cover_image_id: album.header.photoId,
    cover_x: album.header.x,
    cover_y: album.header.y,
    header_layout: album.header.layout,
    sections: presentSections(album.sections),
    created_at: album.createdAt,
    updated_at: album.updatedAt,
  }
}

type Section = { id: string; name: string; photoCount: number }
/** rule 114: owners, visitors and the public API receive the same fields. */
export const presentSections = (sections: Section[] = []): http.Section[] =>
  sections.map(({ id, name, photoCount }) => ({ id, name, image_count: photoCount }))

/** rule 22: the response contains the same fields at the top level and under `album`. */
export function presentAlbumPage(
  { album, photos, total, limit, offset }: AlbumPage,
  isShared: boolean,
): http.AlbumDetail {
  const shown = presentAlbum(album, isShared)
  const images = photos.map(presentPhoto)
  const waiting = album.waiting ? { waiting_count: album.waiting } : {}
  return { ...shown, ...waiting, images, total, limit, offset, album: { ...shown, images } }
}

export const presentTag = ({ id, label, usageCount }: TagView): http.Tag => ({ id, label, usage_count: usageCount })
