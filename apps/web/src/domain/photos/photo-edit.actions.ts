import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { showError } from '../../ui/overlay/overlay-store.ts'
import { applyOptimistically } from '../cache/cache.ts'
import { patchCachedPhoto } from './cached-photos.ts'
import { editPhoto } from './photo.actions.ts'
import { isFailed, type Photo, type PhotoChange } from './photo.ts'

function reportFailedEdit(reason: unknown) {
  logFailure('Edit failed', reason)
  showError('Your change could not be saved. Please try again.')
}

export const savePhotoChange = (photo: Photo, change: PhotoChange) =>
  editPhoto(photo.id, change).catch(reportFailedEdit)

/** Replaces the tags of a photo. The server creates a tag for a new label. */
export function saveTags(photo: Photo, labels: readonly string[]) {
  const tagsByLabel = new Map(photo.tags.map(tag => [tag.label, tag]))
  // A new tag has no id until the response arrives. Until then its label, which is unique in the list, serves as its
  // id.
  const tags = labels.map(label => tagsByLabel.get(label) ?? { id: label, label })
  return applyOptimistically(
    'tag',
    () => patchCachedPhoto(photo.id, { tags }),
    () => call(routes.updateImage, { params: { id: photo.id }, body: { tags: [...labels] } }),
  ).catch(reportFailedEdit)
}

/** Restarts the processing of failed photos and shows them as processing before the request. */
export async function retryPhotos(photos: readonly Photo[]): Promise<void> {
  const ids = photos.filter(isFailed).map(({ id }) => id)
  if (!ids.length) return
  const [firstId, ...otherIds] = ids
  const request = (): Promise<unknown> =>
    firstId !== undefined && !otherIds.length
      ? call(routes.retryImage, { params: { id: firstId } })
      : call(routes.retryImages, { body: { image_ids: ids } })
  await applyOptimistically('retry', () => showProcessing(ids), request).catch((reason: unknown) => {
    logFailure('Retry failed', reason)
    showError('Processing could not be restarted. Please try again.')
  })
}

function showProcessing(ids: readonly string[]): () => void {
  const undoFunctions = ids.map(id => patchCachedPhoto(id, { processing_status: 'processing', processing_error: null }))
  return () => undoFunctions.forEach(undo => undo())
}
