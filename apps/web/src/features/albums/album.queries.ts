import type { http } from '@daymark/contracts'
import { LIBRARY_FETCH_LIMIT } from '@daymark/contracts'
import { api, queryString } from '../../lib/api.ts'
import type { CachedRead } from '../../lib/cache/use-cached.ts'

/** An album with all of its photos: what the page shows, and what rearranging needs. */
export type AlbumWithPhotos = http.Album & { images: http.Image[]; total: number }

export const albumAddress = (id: string) => `/api/albums/${encodeURIComponent(id)}`

/** The cached answer is found again by this key when photos are moved or removed. */
export const albumKey = (id: string): readonly [CachedRead<never>['type'], string] => ['albumImages', albumAddress(id)]

/** One answer holds at most 1000 photos; the rest of a larger album is fetched beside each other. */
async function readAlbum(id: string, signal: AbortSignal): Promise<AlbumWithPhotos> {
  const readPage = (offset: number) =>
    api<http.AlbumDetail>('GET', `${albumAddress(id)}${queryString({ limit: LIBRARY_FETCH_LIMIT, offset })}`, {
      signal,
    })
  const { images, total, limit: _limit, offset: _offset, album: _album, ...album } = await readPage(0)
  const offsets: number[] = []
  for (let offset = images.length; images.length > 0 && offset < total; offset += images.length) offsets.push(offset)
  const rest = await Promise.all(offsets.map(readPage))
  return { ...album, total, images: [images, ...rest.map(page => page.images)].flat() }
}

export const albumWithPhotos = (id: string): CachedRead<AlbumWithPhotos> => ({
  type: 'albumImages',
  key: [albumAddress(id)],
  read: signal => readAlbum(id, signal),
})
