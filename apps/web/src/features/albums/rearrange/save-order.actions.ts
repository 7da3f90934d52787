import * as routes from '@daymark/contracts/routes'
import { applyOptimistically, queryClient } from '../../../domain/cache/cache.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { albumKey } from '../album.queries.ts'
import { idOrderOf } from '../../../domain/albums/album-parts.ts'
import { reversedOrder, withOrder } from './photo-order.ts'
import { showError } from '../../../ui/feedback/toast.ts'

let lastSave: Promise<unknown> = Promise.resolve()

/** L-AD-13: shows the new order at once and saves the whole order; quick moves are saved sequentially. */
export async function saveOrder(albumId: string, order: readonly string[]): Promise<void> {
  const key = albumKey(albumId)
  const show = (ids: readonly string[]) =>
    queryClient.setQueryData<AlbumWithPhotos>(key, album => album && withOrder(album, ids))
  const apply = () => {
    const album = queryClient.getQueryData<AlbumWithPhotos>(key)
    const before = album ? idOrderOf(album) : []
    show(order)
    return () => void show(before)
  }
  const request = () => {
    lastSave = lastSave
      .catch(() => undefined)
      .then(() => call(routes.reorderAlbum, { params: { id: albumId }, body: { order: [...order] } }).catch(goesOn))
    return lastSave
  }
  await applyOptimistically('reorderAlbum', apply, request).catch((reason: unknown) => {
    logFailure('Saving the order failed', reason)
    showError('The new order could not be saved. Please try again.')
  })
}

/** The server is still saving the order of a large album, so nothing is reverted. */
function goesOn(reason: unknown): void {
  if (!(reason instanceof ApiError && reason.code === 'still_working')) throw reason
}

/** L-AD-14; with sections, each of them is reversed. */
export const reverseOrder = (album: AlbumWithPhotos) => saveOrder(album.id, reversedOrder(album))
