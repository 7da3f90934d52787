import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { optimistic, queryClient } from '../../../domain/cache/cache.ts'
import { logFailure } from '../../../lib/log.ts'
import { removeShownPhotos } from '../../../domain/photos/cached-photos.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { albumKey, albumWithPhotos } from '../album.queries.ts'
import { restoreOrder } from '../rearrange/photo-order.ts'
import { orderOf } from '../../../domain/albums/album-parts.ts'
import { withOrder } from '../sections/other-orders.ts'
import { showError } from '../../../ui/feedback/toast.ts'

/** Shows the photos at their old positions. Returns the function that hides them again. */
function showBack(before: AlbumWithPhotos, back: ReadonlySet<string>) {
  const key = albumKey(before.id)
  queryClient.setQueryData<AlbumWithPhotos>(key, now => {
    if (!now) return undefined
    const missing = before.images.filter(({ id }) => back.has(id) && !now.images.some(photo => photo.id === id))
    const order = restoreOrder(orderOf(now), orderOf(before), back)
    return withOrder({ ...now, images: [...now.images, ...missing], total: now.total + missing.length }, order)
  })
  return () => void removeShownPhotos([...back], shown => shown[0] === key[0] && shown[1] === key[1])
}

/** Adds the photos and restores their positions among the current photos, which may have changed since. */
async function putBack(before: AlbumWithPhotos, back: ReadonlySet<string>) {
  const params = { id: before.id }
  await call(routes.addAlbumImages, { params, body: { image_ids: [...back] } })
  try {
    const now = await albumWithPhotos(before.id).read(new AbortController().signal)
    await call(routes.reorderAlbum, { params, body: { order: restoreOrder(orderOf(now), orderOf(before), back) } })
  } catch (reason) {
    logFailure('Saving the order failed', reason)
    showError('The photos are back in the album, but not in their previous order.')
  }
}

/** Undoes a removal; `before` is the album before it. */
export async function putBackInAlbum(before: AlbumWithPhotos, photoIds: readonly string[]): Promise<void> {
  const back = new Set(photoIds)
  await optimistic(
    'addToAlbum',
    () => showBack(before, back),
    () => putBack(before, back),
  ).catch((reason: unknown) => {
    logFailure('Putting back into the album failed', reason)
    showError('The photos could not be restored to the album. Please try again.')
  })
}
