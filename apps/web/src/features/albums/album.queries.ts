import * as routes from '@daymark/contracts/routes'
import { type AlbumWithPhotos, readWholeAlbum } from '../../domain/albums/albums.queries.ts'
import { addressOf } from '../../lib/api.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'

const albumAddress = (id: string) => addressOf(routes.getAlbum, { params: { id } })

/** The key under which changes find the cached album again. */
export const albumKey = (id: string): readonly [CachedQuery<never>['type'], string] => ['albumImages', albumAddress(id)]

const deletingKey = (id: string) => ['albumGoing', id] as const
/** Set while this tab deletes the album: its page stays until the next one is loaded, and a server event would read it again. */
export const setAlbumDeleting = (id: string, isDeleting: boolean) =>
  void queryClient.setQueryData(deletingKey(id), isDeleting)
const isAlbumDeleting = (id: string) => queryClient.getQueryData(deletingKey(id)) === true
/** Called when the page is left, so that a deleted album is not shown again. */
export function albumLeft(id: string) {
  if (isAlbumDeleting(id)) queryClient.removeQueries({ queryKey: albumKey(id) })
  queryClient.removeQueries({ queryKey: deletingKey(id) })
}

async function readAlbum(id: string, signal: AbortSignal): Promise<AlbumWithPhotos> {
  const last = isAlbumDeleting(id) && queryClient.getQueryData<AlbumWithPhotos>(albumKey(id))
  return last || readWholeAlbum(id, signal)
}

export const albumWithPhotos = (id: string): CachedQuery<AlbumWithPhotos> => ({
  type: 'albumImages',
  key: [albumAddress(id)],
  read: signal => readAlbum(id, signal),
})
