import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { optimistic } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { patchShownPhoto } from './cached-photos.ts'
import { isFailed, type Photo } from './photo.ts'

/** Shows the photos that failed as being processed, and has them tried again; an alert says when that could not be asked for. */
export async function retryPhotos(photos: readonly Photo[]): Promise<void> {
  const ids = photos.filter(isFailed).map(({ id }) => id)
  if (!ids.length) return
  const [only, ...more] = ids
  const request = (): Promise<unknown> =>
    only !== undefined && !more.length
      ? call(routes.retryImage, { params: { id: only } })
      : call(routes.retryImages, { body: { image_ids: ids } })
  await optimistic('retry', () => showProcessing(ids), request).catch((reason: unknown) => {
    logFailure('Retry failed', reason)
    window.alert('Failed to try again')
  })
}

function showProcessing(ids: readonly string[]): () => void {
  const takeBack = ids.map(id => patchShownPhoto(id, { processing_status: 'processing', processing_error: null }))
  return () => takeBack.forEach(undo => undo())
}
