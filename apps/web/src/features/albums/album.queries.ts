import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { LIBRARY_FETCH_LIMIT } from '@daymark/contracts'
import { addressOf, call } from '../../lib/api.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import type { CachedRead } from '../../domain/cache/use-cached.ts'

/** An album with all of its photos: what the page shows, and what rearranging needs. */
export type AlbumWithPhotos = http.Album & Pick<http.AlbumDetail, 'images' | 'total' | 'waiting_count'>

const albumAddress = (id: string) => addressOf(routes.getAlbum, { params: { id } })

/** The cached answer is found again by this key when photos are moved or removed. */
export const albumKey = (id: string): readonly [CachedRead<never>['type'], string] => ['albumImages', albumAddress(id)]

const goingKey = (id: string) => ['albumGoing', id] as const
/** This tab deletes it: its page stands until the next one is there, and a message of the server would have it read again. */
export const setAlbumGoing = (id: string, isGoing: boolean) => void queryClient.setQueryData(goingKey(id), isGoing)
const isAlbumGoing = (id: string) => queryClient.getQueryData(goingKey(id)) === true
/** Its page is left: whoever comes back sees that it is gone. */
export function albumLeft(id: string) {
  if (isAlbumGoing(id)) queryClient.removeQueries({ queryKey: albumKey(id) })
  queryClient.removeQueries({ queryKey: goingKey(id) })
}

/** One answer holds at most 1000 photos; the rest of a larger album is fetched beside each other. */
async function readAlbum(id: string, signal: AbortSignal): Promise<AlbumWithPhotos> {
  const last = isAlbumGoing(id) && queryClient.getQueryData<AlbumWithPhotos>(albumKey(id))
  if (last) return last
  const readPage = (offset: number) =>
    call(routes.getAlbum, { params: { id }, query: { limit: LIBRARY_FETCH_LIMIT, offset }, signal })
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
