import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { applyOptimistically } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { patchShownPhoto } from './cached-photos.ts'
import { editPhoto } from './photo.actions.ts'
import type { Photo, PhotoChange } from './photo.ts'
import { showError } from '../../ui/feedback/toast.ts'

function reportUnsavedChange(reason: unknown) {
  logFailure('Edit failed', reason)
  showError('Your change could not be saved. Please try again.')
}

export const saveChange = (photo: Photo, change: PhotoChange) => editPhoto(photo.id, change).catch(reportUnsavedChange)

/** Replaces the tags of a photo. The server creates a tag for a new label. */
export function saveTags(photo: Photo, labels: readonly string[]) {
  const known = new Map(photo.tags.map(tag => [tag.label, tag]))
  // A new tag has no id before the response. Its label, which is unique in the list, serves as its id.
  const tags = labels.map(label => known.get(label) ?? { id: label, label })
  return applyOptimistically(
    'tag',
    () => patchShownPhoto(photo.id, { tags }),
    () => call(routes.updateImage, { params: { id: photo.id }, body: { tags: [...labels] } }),
  ).catch(reportUnsavedChange)
}
