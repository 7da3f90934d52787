import { MAX_LIST_LIMIT, PHOTOS_PAGE_SIZE, VARIANT_SIZES } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { postToWorker } from '../../lib/offline/offline-worker.ts'
import { showError } from '../../ui/overlay/overlay-store.ts'
import { applyOptimistically } from '../cache/cache.ts'
import { offerUndo } from '../trash/undo-deletion.ts'
import { patchCachedPhoto, removePhotosFromCache } from './cached-photos.ts'
import { containsOnlyLiked } from './photo.queries.ts'
import { type Photo, type PhotoChange, variantUrl } from './photo.ts'

const requestDeletion = (id: string) => call(routes.deleteImage, { params: { id } })
const libraryDeletionRequests: DeletionRequests = {
  deleteOne: requestDeletion,
  deleteMany: image_ids => call(routes.deleteImages, { body: { image_ids } }),
}

/**
 * Marks photos on screen as liked or not liked, and removes the latter from lists of liked photos. Returns a function
 * that reverts all or some of the photos.
 */
function applyLikeOnScreen(ids: readonly string[], is_favorite: boolean) {
  const revertLike = new Map(ids.map(id => [id, patchCachedPhoto(id, { is_favorite })]))
  const restorePhotos = is_favorite ? () => undefined : removePhotosFromCache(ids, containsOnlyLiked)
  return (failedIds: ReadonlySet<string> = new Set(ids)) => {
    restorePhotos(failedIds)
    failedIds.forEach(id => revertLike.get(id)?.())
  }
}

const requestLike = (id: string, is_favorite: boolean) =>
  call(routes.updateImage, { params: { id }, body: { is_favorite } })

/**
 * L-STATE-01, 02: toggles the like on screen before the request. If the request fails, reverts the like without a
 * message.
 */
export async function toggleLike({ id, is_favorite }: Pick<Photo, 'id' | 'is_favorite'>) {
  await applyOptimistically(
    is_favorite ? 'unlike' : 'like',
    () => applyLikeOnScreen([id], !is_favorite),
    () => requestLike(id, !is_favorite),
  ).catch((reason: unknown) => logFailure('Like failed', reason))
}

/** Removes the likes on screen, then sends one request per photo. A photo whose request failed is shown again. */
export async function unlikePhotos(photos: readonly Photo[]): Promise<void> {
  const failedIds = new Set<string>()
  const ids = photos.map(({ id }) => id)
  let revert: ReturnType<typeof applyLikeOnScreen> = () => undefined
  await applyOptimistically(
    'unlike',
    () => (revert = applyLikeOnScreen(ids, false)),
    async () => {
      for (const id of ids)
        await requestLike(id, false).catch((reason: unknown) => {
          logFailure('Unlike failed', reason)
          failedIds.add(id)
        })
      revert(failedIds)
    },
  )
  if (failedIds.size) showError('Some photos could not be removed from Favorites. Please try again.')
}

/** Changes fields of a photo on screen before the request. If the request fails, reverts them and throws. */
export const editPhoto = (id: string, body: PhotoChange) =>
  applyOptimistically(
    'editImage',
    () => patchCachedPhoto(id, body),
    () => call(routes.updateImage, { params: { id }, body }),
  )

/** L-STATE-04: removes the pictures of deleted photos from the cache of the offline worker. */
export const evictMedia = (photos: readonly Photo[]) =>
  postToWorker({
    type: 'EVICT_MEDIA',
    urls: photos.flatMap(photo => VARIANT_SIZES.map(size => variantUrl(photo, size))),
  })

/**
 * Deletes a photo and removes it from the screen before the request. After a failure the photo reappears with an alert.
 * Returns whether it was deleted.
 */
export async function deletePhoto(photo: Photo): Promise<boolean> {
  try {
    await applyOptimistically(
      'delete',
      () => removePhotosFromCache([photo.id]),
      () => requestDeletion(photo.id),
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

/** L-PHOTO-19: deletes photos and removes them from the screen before the requests, then reloads the list. */
export async function deletePhotos(photos: readonly Photo[]): Promise<void> {
  const ids = photos.map(({ id }) => id)
  let failedIds: ReadonlySet<string> = new Set()
  let revert: ReturnType<typeof removePhotosFromCache> = () => undefined
  await applyOptimistically(
    'delete',
    () => (revert = removePhotosFromCache(ids)),
    async () => revert((failedIds = await deleteEach(libraryDeletionRequests, ids))),
  )
  evictMedia(photos.filter(({ id }) => !failedIds.has(id)))
  offerUndo({ image_ids: ids.filter(id => !failedIds.has(id)) })
  if (failedIds.size) window.alert('Failed to delete some photos')
}

/**
 * The requests that delete photos: `deleteOne` deletes a single photo, `deleteMany` deletes all of the given photos or
 * none.
 */
export type DeletionRequests = {
  deleteOne: (id: string) => Promise<unknown>
  deleteMany: (image_ids: string[]) => Promise<unknown>
}

/**
 * Deletes photos. Up to one page of photos takes one request per photo (L-PHOTO-19). More photos take one request per
 * thousand. Returns the ids of the photos that could not be deleted.
 */
export async function deleteEach(
  { deleteOne, deleteMany }: DeletionRequests,
  ids: readonly string[],
): Promise<Set<string>> {
  const failedIds = new Set<string>()
  const run = (requestIds: readonly string[], request: () => Promise<unknown>) =>
    request().catch((reason: unknown) => {
      logFailure('Delete failed', reason)
      requestIds.forEach(id => failedIds.add(id))
    })
  if (ids.length <= PHOTOS_PAGE_SIZE) for (const id of ids) await run([id], () => deleteOne(id))
  else
    for (let offset = 0; offset < ids.length; offset += MAX_LIST_LIMIT) {
      const image_ids = ids.slice(offset, offset + MAX_LIST_LIMIT)
      await run(image_ids, () => deleteMany(image_ids))
    }
  return failedIds
}
