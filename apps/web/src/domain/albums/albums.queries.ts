import { type http, MAX_LIST_LIMIT } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { cachedQuery } from '../cache/use-cached.ts'

/** Reads all albums, Favorites first (L-API-19, rule 21). */
export const allAlbumsQuery = () => cachedQuery('albums', routes.listAlbums)

/** An album with all its photos, for the album page and the rearrange mode. */
export type AlbumWithPhotos = http.Album & Pick<http.AlbumDetail, 'images' | 'total' | 'waiting_count'>

/**
 * Reads an album with all its photos. One response contains at most 1000 photos. The pages after the first one are
 * requested in parallel.
 */
export async function readWholeAlbum(id: string, signal?: AbortSignal): Promise<AlbumWithPhotos> {
  const readPage = (offset: number) =>
    call(routes.getAlbum, { params: { id }, query: { limit: MAX_LIST_LIMIT, offset }, signal })
  const { images, total, limit: _limit, offset: _offset, album: _album, ...album } = await readPage(0)
  const offsets: number[] = []
  for (let offset = images.length; images.length > 0 && offset < total; offset += images.length) offsets.push(offset)
  const otherPages = await Promise.all(offsets.map(readPage))
  return { ...album, total, images: [images, ...otherPages.map(page => page.images)].flat() }
}
