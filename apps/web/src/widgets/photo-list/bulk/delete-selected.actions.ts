import { deletePhotos } from '../../../domain/photos/photo.actions.ts'
import type { Photo } from '../../../domain/photos/photo.ts'

/** L-VAL-10, 11: deletes the selected photos after a confirmation. Calls `onStart` before the photos leave the screen. */
export async function deleteSelected(photos: readonly Photo[], onStart: () => void) {
  const question =
    photos.length === 1
      ? 'Delete this photo? This cannot be undone.'
      : `Delete ${photos.length} photos? This cannot be undone.`
  if (!window.confirm(question)) return
  onStart()
  await deletePhotos(photos)
}
