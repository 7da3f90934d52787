import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { optimistic } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { patchShownPhoto } from './cached-photos.ts'
import { editPhoto } from './photo.actions.ts'
import type { Photo, PhotoChange } from './photo.ts'
import { showError } from '../../ui/feedback/toast.ts'

function notSaved(reason: unknown) {
  logFailure('Edit failed', reason)
  showError('Your change could not be saved. Please try again.')
}

export const saveChange = (photo: Photo, change: PhotoChange) => editPhoto(photo.id, change).catch(notSaved)

/** The complete set of tags of one photo, as labels; the server creates a tag for a new label. */
export function saveTags(photo: Photo, labels: readonly string[]) {
  const known = new Map(photo.tags.map(tag => [tag.label, tag]))
  // A new tag has no id yet; its label, which is unique in the list, is used until the list is read again.
  const tags = labels.map(label => known.get(label) ?? { id: label, label })
  return optimistic(
    'tag',
    () => patchShownPhoto(photo.id, { tags }),
    () => call(routes.updateImage, { params: { id: photo.id }, body: { tags: [...labels] } }),
  ).catch(notSaved)
}
