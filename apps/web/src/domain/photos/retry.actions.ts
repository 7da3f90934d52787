import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { applyOptimistically } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { patchShownPhoto } from './cached-photos.ts'
import { isFailed, type Photo } from './photo.ts'
import { showError } from '../../ui/feedback/toast.ts'

/** Restarts the processing of failed photos and shows them as processing before the request. */
export async function retryPhotos(photos: readonly Photo[]): Promise<void> {
  const ids = photos.filter(isFailed).map(({ id }) => id)
  if (!ids.length) return
  const [only, ...more] = ids
  const request = (): Promise<unknown> =>
    only !== undefined && !more.length
      ? call(routes.retryImage, { params: { id: only } })
      : call(routes.retryImages, { body: { image_ids: ids } })
  await applyOptimistically('retry', () => showProcessing(ids), request).catch((reason: unknown) => {
    logFailure('Retry failed', reason)
    showError('Processing could not be restarted. Please try again.')
  })
}

function showProcessing(ids: readonly string[]): () => void {
  const revert = ids.map(id => patchShownPhoto(id, { processing_status: 'processing', processing_error: null }))
  return () => revert.forEach(undo => undo())
}
