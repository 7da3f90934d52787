import * as routes from '@daymark/contracts/routes'
import { type AlbumWithPhotos, readWholeAlbum } from '../../domain/albums/albums.queries.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import { cachedQuery, type CachedQuery } from '../../domain/cache/use-cached.ts'
import { urlOf } from '../../lib/api.ts'

const albumAddress = (id: string) => urlOf(routes.getAlbum, { params: { id } })

/** Returns the cache key of an album. Actions that change the album use it. */
export const albumKey = (id: string): readonly [CachedQuery<never>['type'], string] => ['albumImages', albumAddress(id)]

const deletingKey = (id: string) => ['albumDeletion', id] as const
/**
 * Records whether this browser tab is deleting the album. During the deletion, the page of the album stays until the
 * next page is loaded, and server events must not reload the album.
 */
export const setAlbumDeleting = (id: string, isDeleting: boolean) =>
  void queryClient.setQueryData(deletingKey(id), isDeleting)
const isAlbumDeleting = (id: string) => queryClient.getQueryData(deletingKey(id)) === true
/** Called when the page of the album closes, so that a deleted album is not shown from the cache. */
export function forgetDeletedAlbum(id: string) {
  if (isAlbumDeleting(id)) queryClient.removeQueries({ queryKey: albumKey(id) })
  queryClient.removeQueries({ queryKey: deletingKey(id) })
}

async function readAlbum(id: string, signal: AbortSignal): Promise<AlbumWithPhotos> {
  const cached = isAlbumDeleting(id) && queryClient.getQueryData<AlbumWithPhotos>(albumKey(id))
  return cached || readWholeAlbum(id, signal)
}

export const albumWithPhotosQuery = (id: string): CachedQuery<AlbumWithPhotos> => ({
  type: 'albumImages',
  key: [albumAddress(id)],
  read: signal => readAlbum(id, signal),
})

/**
 * Reads the visitors who picked photos of an album, and the ids of the picked photos. `pickedBy` is the id of a pick
 * list, or `anybody` for the picks of all visitors.
 */
export const albumPicksQuery = (id: string, pickedBy: string | undefined) =>
  cachedQuery('shares', routes.getAlbumPicks, { params: { id }, query: pickedBy === undefined ? {} : { by: pickedBy } })
