import { LIBRARY_FETCH_LIMIT, PHOTOS_PAGE_SIZE, VARIANT_SIZES } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { postToWorker } from '../../lib/offline/offline-worker.ts'
import { showError } from '../../ui/feedback/toast.ts'
import { optimistic } from '../cache/cache.ts'
import { offerUndo } from '../trash/undo-deletion.ts'
import { patchShownPhoto, removeShownPhotos } from './cached-photos.ts'
import { holdsOnlyLiked } from './photo.queries.ts'
import { type Photo, type PhotoChange, variantUrl } from './photo.ts'

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
  const revertLike = new Map(ids.map(id => [id, patchShownPhoto(id, { is_favorite })]))
  const putBack = is_favorite ? () => undefined : removeShownPhotos(ids, holdsOnlyLiked)
  return (failed: ReadonlySet<string> = new Set(ids)) => {
    putBack(failed)
    failed.forEach(id => revertLike.get(id)?.())
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
  let revert: ReturnType<typeof showLiked> = () => undefined
  await optimistic(
    'unlike',
    () => (revert = showLiked(ids, false)),
    async () => {
      for (const id of ids)
        await saveLiked(id, false).catch((reason: unknown) => {
          logFailure('Unlike failed', reason)
          failed.add(id)
        })
      revert(failed)
    },
  )
  if (failed.size) showError('Some photos could not be removed from Favorites. Please try again.')
}

/** Shows the changed fields at once; a failure is thrown after reverting them. */
export const editPhoto = (id: string, body: PhotoChange) =>
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
  let revert: ReturnType<typeof removeShownPhotos> = () => undefined
  await optimistic(
    'delete',
    () => (revert = removeShownPhotos(ids)),
    async () => revert((failed = await deleteEach(fromLibrary, ids))),
  )
  evictMedia(photos.filter(({ id }) => !failed.has(id)))
  offerUndo({ image_ids: ids.filter(id => !failed.has(id)) })
  if (failed.size) window.alert('Failed to delete some photos')
}

/** How photos are deleted in a given context: one alone, or many of which all or none are deleted. */
export type Deletion = { one: (id: string) => Promise<unknown>; many: (image_ids: string[]) => Promise<unknown> }

/**
 * One request per photo, as specified; above the size of a page, one request per thousand that deletes all or none. Returns
 * the ids that still exist.
 */
export async function deleteEach({ one, many }: Deletion, ids: readonly string[]): Promise<Set<string>> {
  const failed = new Set<string>()
  const run = (concerned: readonly string[], request: () => Promise<unknown>) =>
    request().catch((reason: unknown) => {
      logFailure('Delete failed', reason)
      concerned.forEach(id => failed.add(id))
    })
  if (ids.length <= PHOTOS_PAGE_SIZE) for (const id of ids) await run([id], () => one(id))
  else
    for (let at = 0; at < ids.length; at += LIBRARY_FETCH_LIMIT) {
      const image_ids = ids.slice(at, at + LIBRARY_FETCH_LIMIT)
      await run(image_ids, () => many(image_ids))
    }
  return failed
}
