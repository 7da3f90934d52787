import * as routes from '@daymark/contracts/routes'
import { type AlbumWithPhotos, readWholeAlbum } from '../../domain/albums/whole-album.ts'
import { addressOf } from '../../lib/api.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import type { CachedRead } from '../../domain/cache/use-cached.ts'

const albumAddress = (id: string) => addressOf(routes.getAlbum, { params: { id } })

/** The cached answer is found again by this key when photos are moved or removed. */
export const albumKey = (id: string): readonly [CachedRead<never>['type'], string] => ['albumImages', albumAddress(id)]

const goingKey = (id: string) => ['albumGoing', id] as const
/** This tab deletes it: its page stands until the next one is there, and a message of the server would have it read again. */
export const setAlbumGoing = (id: string, isGoing: boolean) => void queryClient.setQueryData(goingKey(id), isGoing)
const isAlbumGoing = (id: string) => queryClient.getQueryData(goingKey(id)) === true
/** Called when the page is left, so that a deleted album is not shown again. */
export function albumLeft(id: string) {
  if (isAlbumGoing(id)) queryClient.removeQueries({ queryKey: albumKey(id) })
  queryClient.removeQueries({ queryKey: goingKey(id) })
}

async function readAlbum(id: string, signal: AbortSignal): Promise<AlbumWithPhotos> {
  const last = isAlbumGoing(id) && queryClient.getQueryData<AlbumWithPhotos>(albumKey(id))
  return last || readWholeAlbum(id, signal)
}

export const albumWithPhotos = (id: string): CachedRead<AlbumWithPhotos> => ({
  type: 'albumImages',
  key: [albumAddress(id)],
  read: signal => readAlbum(id, signal),
})
