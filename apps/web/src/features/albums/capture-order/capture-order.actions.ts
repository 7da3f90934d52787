import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../../domain/cache/cache.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { outcomeOf } from '../../../lib/outcome.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { saveOrder } from '../rearrange/save-order.actions.ts'
import { orderedIdsOf } from '../../../domain/albums/album-parts.ts'
import { showError } from '../../../ui/overlay/overlay-store.ts'

/**
 * Reads the cameras of an album and their clock corrections. The cache key contains the time of the last update of the
 * album, so that each update causes a new request.
 */
export const captureOrderQuery = ({ id, updated_at }: AlbumWithPhotos): CachedQuery<http.AlbumCaptureOrder> => ({
  type: 'uploadProgress',
  key: ['captureOrder', id, updated_at],
  read: signal => call(routes.albumCaptureOrder, { params: { id }, signal }),
})

export const orderByCapture = (id: string, body: http.CaptureOrderBody) =>
  outcomeOf('Ordering by capture time failed', async () => {
    await call(routes.orderByCapture, { params: { id }, body })
    await invalidate('reorderAlbum')
  })

/** Restores the previous order of the album and its clock corrections. */
export async function revertOrder(album: AlbumWithPhotos, { keep, cameras }: http.AlbumCaptureOrder): Promise<void> {
  await saveOrder(album.id, orderedIdsOf(album))
  const corrections = cameras.map(({ id, correction_ms }) => ({ id, correction_ms }))
  await call(routes.orderByCapture, {
    params: { id: album.id },
    body: { cameras: corrections, keep, order: false },
  }).catch((reason: unknown) => {
    logFailure('Restoring the camera clocks failed', reason)
    showError('The previous order is restored, but the camera clocks are not.')
  })
}
