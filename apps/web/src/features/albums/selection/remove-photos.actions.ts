import * as routes from '@daymark/contracts/routes'
import { orderedIdsOf } from '../../../domain/albums/album-parts.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { applyOptimistically, queryClient } from '../../../domain/cache/cache.ts'
import { removePhotosFromCache } from '../../../domain/photos/cached-photos.ts'
import { deleteEach, type DeletionRequests } from '../../../domain/photos/photo.actions.ts'
import { call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { showError } from '../../../ui/overlay/overlay-store.ts'
import { albumKey, albumWithPhotosQuery } from '../album.queries.ts'
import { restoreOrder, applyAlbumOrder } from '../rearrange/photo-order.ts'

/** Shows removed photos on screen again, at their previous positions. Returns a function that hides them again. */
function showRestoredPhotos(albumBefore: AlbumWithPhotos, restoredIds: ReadonlySet<string>) {
  const key = albumKey(albumBefore.id)
  queryClient.setQueryData<AlbumWithPhotos>(key, current => {
    if (!current) return undefined
    const missingPhotos = albumBefore.images.filter(
      ({ id }) => restoredIds.has(id) && !current.images.some(photo => photo.id === id),
    )
    const order = restoreOrder(orderedIdsOf(current), orderedIdsOf(albumBefore), restoredIds)
    return applyAlbumOrder(
      { ...current, images: [...current.images, ...missingPhotos], total: current.total + missingPhotos.length },
      order,
    )
  })
  return () =>
    void removePhotosFromCache([...restoredIds], queryKey => queryKey[0] === key[0] && queryKey[1] === key[1])
}

/**
 * Adds the photos to the album again and restores their positions among the other photos, whose order may have changed
 * since the removal.
 */
async function saveRestoredPhotos(albumBefore: AlbumWithPhotos, restoredIds: ReadonlySet<string>) {
  const params = { id: albumBefore.id }
  await call(routes.addAlbumImages, { params, body: { image_ids: [...restoredIds] } })
  try {
    const current = await albumWithPhotosQuery(albumBefore.id).read(new AbortController().signal)
    await call(routes.reorderAlbum, {
      params,
      body: { order: restoreOrder(orderedIdsOf(current), orderedIdsOf(albumBefore), restoredIds) },
    })
  } catch (reason) {
    logFailure('Saving the order failed', reason)
    showError('The photos were restored to the album, but not in their previous order.')
  }
}

/** Restores removed photos. `albumBefore` is the album before their removal. */
export async function undoRemoval(albumBefore: AlbumWithPhotos, photoIds: readonly string[]): Promise<void> {
  const restoredIds = new Set(photoIds)
  await applyOptimistically(
    'addToAlbum',
    () => showRestoredPhotos(albumBefore, restoredIds),
    () => saveRestoredPhotos(albumBefore, restoredIds),
  ).catch((reason: unknown) => {
    logFailure('Restoring photos to the album failed', reason)
    showError('The photos could not be restored to the album. Please try again.')
  })
}

const createAlbumRemoval = (id: string): DeletionRequests => ({
  deleteOne: imageId => call(routes.removeAlbumImage, { params: { id, imageId } }),
  deleteMany: image_ids => call(routes.removeAlbumImages, { params: { id }, body: { image_ids } }),
})

/**
 * L-STATE-05: removes photos from the album and hides them before the request. Photos that could not be removed are
 * shown again. Returns the ids of the removed photos.
 */
export async function removeFromAlbum(albumId: string, photoIds: readonly string[]): Promise<string[]> {
  let failedIds: ReadonlySet<string> = new Set()
  const [type, key] = albumKey(albumId)
  let restorePhotos: ReturnType<typeof removePhotosFromCache> = () => undefined
  await applyOptimistically(
    'removeFromAlbum',
    () => (restorePhotos = removePhotosFromCache(photoIds, queryKey => queryKey[0] === type && queryKey[1] === key)),
    async () => restorePhotos((failedIds = await deleteEach(createAlbumRemoval(albumId), photoIds))),
  )
  if (failedIds.size) showError('Some photos could not be removed from the album. Please try again.')
  return photoIds.filter(id => !failedIds.has(id))
}
