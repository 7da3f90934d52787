import { VARIANT_SIZES } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { optimistic } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { postToWorker } from '../../lib/offline/offline-worker.ts'
import { offerUndo } from '../trash/undo-deletion.ts'
import { patchShownPhoto, removeShownPhotos } from './cached-photos.ts'
import { deleteEach, type Deletion } from './delete-each.ts'
import { variantUrl, type Photo } from './photo.ts'
import { holdsOnlyLiked } from './photo.queries.ts'
import { showError } from '../../ui/feedback/toast.ts'

const deleteOne = (id: string) => call(routes.deleteImage, { params: { id } })
const fromLibrary: Deletion = {
  one: deleteOne,
  many: image_ids => call(routes.deleteImages, { body: { image_ids } }),
}

/**
 * Photos that are no longer liked also leave the lists of liked photos. Returns the function that reverts all or some of
 * them.
 */
function showLiked(ids: readonly string[], is_favorite: boolean) {
  const flipBack = new Map(ids.map(id => [id, patchShownPhoto(id, { is_favorite })]))
  const putBack = is_favorite ? () => undefined : removeShownPhotos(ids, holdsOnlyLiked)
  return (failed: ReadonlySet<string> = new Set(ids)) => {
    putBack(failed)
    failed.forEach(id => flipBack.get(id)?.())
  }
}

const saveLiked = (id: string, is_favorite: boolean) =>
  call(routes.updateImage, { params: { id }, body: { is_favorite } })

/** Toggles the like at once; a failure reverts it silently (L-STATE-01, 02). */
export async function toggleLike({ id, is_favorite }: Pick<Photo, 'id' | 'is_favorite'>) {
  await optimistic(
    is_favorite ? 'unlike' : 'like',
    () => showLiked([id], !is_favorite),
    () => saveLiked(id, !is_favorite),
  ).catch((reason: unknown) => logFailure('Like failed', reason))
}

/** Removes all likes on screen at once, then sends one request after another; failed ones reappear. */
export async function unlikePhotos(photos: readonly Photo[]): Promise<void> {
  const failed = new Set<string>()
  const ids = photos.map(({ id }) => id)
  let takeBack: ReturnType<typeof showLiked> = () => undefined
  await optimistic(
    'unlike',
    () => (takeBack = showLiked(ids, false)),
    async () => {
      for (const id of ids)
        await saveLiked(id, false).catch((reason: unknown) => {
          logFailure('Unlike failed', reason)
          failed.add(id)
        })
      takeBack(failed)
    },
  )
  if (failed.size) showError('Some photos could not be removed from Favorites. Please try again.')
}

/** Shows the new title or caption at once; a failure is thrown after reverting it. */
export const editPhoto = (id: string, body: { title?: string; caption?: string }) =>
  optimistic(
    'editImage',
    () => patchShownPhoto(id, body),
    () => call(routes.updateImage, { params: { id }, body }),
  )

/** The offline worker caches pictures by address; those of a deleted photo must be evicted (L-STATE-04). */
export const evictMedia = (photos: readonly Photo[]) =>
  postToWorker({
    type: 'EVICT_MEDIA',
    urls: photos.flatMap(photo => VARIANT_SIZES.map(size => variantUrl(photo, size))),
  })

/** Removes the photo from the screen at once. Returns whether it was deleted; if not, it reappears with an alert. */
export async function deletePhoto(photo: Photo): Promise<boolean> {
  try {
    await optimistic(
      'delete',
      () => removeShownPhotos([photo.id]),
      () => deleteOne(photo.id),
    )
    evictMedia([photo])
    offerUndo({ image_ids: [photo.id] })
    return true
  } catch (reason) {
    logFailure('Delete failed', reason)
    window.alert('Failed to delete image')
    return false
  }
}

/** Removes the photos from the screen at once and deletes them; then reloads the list (L-PHOTO-19). */
export async function deletePhotos(photos: readonly Photo[]): Promise<void> {
  const ids = photos.map(({ id }) => id)
  let failed: ReadonlySet<string> = new Set()
  let takeBack: ReturnType<typeof removeShownPhotos> = () => undefined
  await optimistic(
    'delete',
    () => (takeBack = removeShownPhotos(ids)),
    async () => takeBack((failed = await deleteEach(fromLibrary, ids))),
  )
  evictMedia(photos.filter(({ id }) => !failed.has(id)))
  offerUndo({ image_ids: ids.filter(id => !failed.has(id)) })
  if (failed.size) window.alert('Failed to delete some photos')
}
