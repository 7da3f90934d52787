import * as routes from '@daymark/contracts/routes'
import { applyOptimistically, queryClient } from '../../../domain/cache/cache.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { albumKey } from '../album.queries.ts'
import { orderedIdsOf } from '../../../domain/albums/album-parts.ts'
import { reverseSections, applyAlbumOrder } from './photo-order.ts'
import { showError } from '../../../ui/overlay/overlay-store.ts'

let lastRequest: Promise<unknown> = Promise.resolve()

/**
 * L-AD-13: shows the new order immediately and saves it. Requests are sent one after another, so that the server
 * applies the last move last.
 */
export async function saveOrder(albumId: string, order: readonly string[]): Promise<void> {
  const key = albumKey(albumId)
  const showOrder = (ids: readonly string[]) =>
    queryClient.setQueryData<AlbumWithPhotos>(key, album => album && applyAlbumOrder(album, ids))
  const apply = () => {
    const album = queryClient.getQueryData<AlbumWithPhotos>(key)
    const previousOrder = album ? orderedIdsOf(album) : []
    showOrder(order)
    return () => void showOrder(previousOrder)
  }
  const request = () => {
    lastRequest = lastRequest
      .catch(() => undefined)
      .then(() =>
        call(routes.reorderAlbum, { params: { id: albumId }, body: { order: [...order] } }).catch(ignoreStillWorking),
      )
    return lastRequest
  }
  await applyOptimistically('reorderAlbum', apply, request).catch((reason: unknown) => {
    logFailure('Saving the order failed', reason)
    showError('The new order could not be saved. Please try again.')
  })
}

/**
 * Ignores the error `still_working`: the server is still saving the order of a large album, so the order on screen must
 * not be reverted.
 */
function ignoreStillWorking(reason: unknown): void {
  if (!(reason instanceof ApiError && reason.code === 'still_working')) throw reason
}

/** L-AD-14: reverses the photos of each section and saves the order. */
export const reverseOrder = (album: AlbumWithPhotos) => saveOrder(album.id, reverseSections(album))
