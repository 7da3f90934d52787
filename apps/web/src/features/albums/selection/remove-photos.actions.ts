import * as routes from '@daymark/contracts/routes'
import { idOrderOf } from '../../../domain/albums/album-parts.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { applyOptimistically, queryClient } from '../../../domain/cache/cache.ts'
import { removePhotosFromCache } from '../../../domain/photos/cached-photos.ts'
import { deleteEach, type Deletion } from '../../../domain/photos/photo.actions.ts'
import { call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { showError } from '../../../ui/feedback/toast.ts'
import { albumKey, albumWithPhotos } from '../album.queries.ts'
import { restoreOrder, applyAlbumOrder } from '../rearrange/photo-order.ts'

/** Shows removed photos on screen again, at their previous positions. Returns a function that hides them again. */
function showRestored(before: AlbumWithPhotos, restored: ReadonlySet<string>) {
  const key = albumKey(before.id)
  queryClient.setQueryData<AlbumWithPhotos>(key, now => {
    if (!now) return undefined
    const missing = before.images.filter(({ id }) => restored.has(id) && !now.images.some(photo => photo.id === id))
    const order = restoreOrder(idOrderOf(now), idOrderOf(before), restored)
    return applyAlbumOrder({ ...now, images: [...now.images, ...missing], total: now.total + missing.length }, order)
  })
  return () => void removePhotosFromCache([...restored], shown => shown[0] === key[0] && shown[1] === key[1])
}

/**
 * Adds the photos to the album again and restores their positions among the other photos, whose order may have changed
 * since.
 */
async function saveRestored(before: AlbumWithPhotos, restored: ReadonlySet<string>) {
  const params = { id: before.id }
  await call(routes.addAlbumImages, { params, body: { image_ids: [...restored] } })
  try {
    const now = await albumWithPhotos(before.id).read(new AbortController().signal)
    await call(routes.reorderAlbum, {
      params,
      body: { order: restoreOrder(idOrderOf(now), idOrderOf(before), restored) },
    })
  } catch (reason) {
    logFailure('Saving the order failed', reason)
    showError('The photos are back in the album, but not in their previous order.')
  }
}

/** Restores removed photos. `before` is the album before their removal. */
export async function undoRemoval(before: AlbumWithPhotos, photoIds: readonly string[]): Promise<void> {
  const restored = new Set(photoIds)
  await applyOptimistically(
    'addToAlbum',
    () => showRestored(before, restored),
    () => saveRestored(before, restored),
  ).catch((reason: unknown) => {
    logFailure('Restoring photos to the album failed', reason)
    showError('The photos could not be restored to the album. Please try again.')
  })
}

const removalFrom = (id: string): Deletion => ({
  one: imageId => call(routes.removeAlbumImage, { params: { id, imageId } }),
  many: image_ids => call(routes.removeAlbumImages, { params: { id }, body: { image_ids } }),
})

/**
 * L-STATE-05: removes photos from the album and hides them before the request. Photos that could not be removed are
 * shown again. Returns the ids of the removed photos.
 */
export async function removeFromAlbum(albumId: string, photoIds: readonly string[]): Promise<string[]> {
  let failed: ReadonlySet<string> = new Set()
  const [type, key] = albumKey(albumId)
  let showAgain: ReturnType<typeof removePhotosFromCache> = () => undefined
  await applyOptimistically(
    'removeFromAlbum',
    () => (showAgain = removePhotosFromCache(photoIds, shown => shown[0] === type && shown[1] === key)),
    async () => showAgain((failed = await deleteEach(removalFrom(albumId), photoIds))),
  )
  if (failed.size) showError('Some photos could not be removed from the album. Please try again.')
  return photoIds.filter(id => !failed.has(id))
}
