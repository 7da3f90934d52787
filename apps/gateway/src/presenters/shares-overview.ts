import type { AlbumView, http, SharedAlbumView } from '@daymark/contracts'
import { variantUrl } from './library.ts'

/** S-OVER. Omits links of deleted albums, which are about to be removed, and an empty Favorites album. */
export function presentSharesOverview(albums: AlbumView[], sharedAlbums: SharedAlbumView[]): http.SharesOverview {
  const albumsById = new Map(albums.map(album => [album.id, album]))
  const albumIdsWithLinks = new Set(sharedAlbums.map(({ albumId }) => albumId))
  return {
    albums: sharedAlbums.flatMap((sharedAlbum): http.SharedAlbum[] => {
      const album = albumsById.get(sharedAlbum.albumId)
      if (sharedAlbum.selection)
        return [{ ...presentSharedSelection(sharedAlbum.albumId, sharedAlbum.selection), ...presentLinks(sharedAlbum) }]
      return album ? [{ ...presentSharedAlbum(album), ...presentLinks(sharedAlbum) }] : []
    }),
    albums_without_shares: albums
      .filter(({ id, isFavorites, photoCount }) => !albumIdsWithLinks.has(id) && !(isFavorites && photoCount === 0))
      .map(presentAlbumName),
  }
}

const presentAlbumName = ({ id, title, photoCount }: AlbumView) => ({ id, title, image_count: photoCount })

const coverUrlOf = (filename: string | null | undefined) => (filename ? variantUrl('sm', filename) : null)

const presentSharedAlbum = (album: AlbumView) => ({
  ...presentAlbumName(album),
  kind: 'album' as const,
  cover_image: coverUrlOf(album.cover?.filename),
})

type Selection = NonNullable<SharedAlbumView['selection']>
const presentSharedSelection = (id: string, { title, photoCount, coverFilename }: Selection) => ({
  id,
  title,
  image_count: photoCount,
  kind: 'selection' as const,
  cover_image: coverUrlOf(coverFilename),
})

function presentLinks({ active, total, views, links }: SharedAlbumView) {
  return {
    active_links: active,
    total_links: total,
    view_count: views,
    links: links.map(link => ({
      id: link.id,
      token_start: link.start,
      revoked: link.revoked,
      active: link.active,
      view_count: link.viewCount,
      last_viewed_at: link.lastViewedAt,
      expires_at: link.expiresAt,
    })),
  }
}
