import type { AlbumView, http, TagView } from '@daymark/contracts'
import { presentSections } from '../album.ts'
import { variantUrl } from '../photo.ts'

/** S-V1-11. `site`: the public address, without a slash at its end. */
export function presentAlbum(album: AlbumView, { isShared, site }: { isShared: boolean; site: string }): http.v1.Album {
  const { cover } = album
  return {
    id: album.id,
    title: album.title,
    description: album.description,
    image_count: album.photoCount,
    cover_url: cover?.isReady ? site + variantUrl('sm', cover.filename) : null,
    visibility: isShared ? 'shared' : 'private',
    sections: presentSections(album.sections),
    created_at: album.createdAt,
    updated_at: album.updatedAt,
  }
}

export const presentTag = ({ id, label, usageCount }: TagView) => ({ id, label, image_count: usageCount })
