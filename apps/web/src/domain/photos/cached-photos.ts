import { queryClient } from '../cache/cache.ts'
import { CACHE_TYPES } from '../cache/cache-store.ts'
import { isProcessing, type Photo } from './photo.ts'

type PhotoList = { images: Photo[]; total?: number }
const isPhotoList = (data: unknown): data is PhotoList =>
  typeof data === 'object' && data !== null && Array.isArray((data as PhotoList).images)
const hasCacheType = (key: readonly unknown[]) => CACHE_TYPES.some(type => type === key[0])

/** Whether any photo in memory was still processing when it was last read. */
export const isAnyProcessing = () =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => hasCacheType(queryKey) })
    .some(({ state: { data } }) => isPhotoList(data) && data.images.some(isProcessing))

/** Applies a change to every list of photos in memory. */
function updateCachedLists(change: (list: PhotoList) => PhotoList) {
  for (const query of queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => hasCacheType(queryKey) }))
    if (isPhotoList(query.state.data))
      queryClient.setQueryData(query.queryKey, change(query.state.data), { updatedAt: query.state.dataUpdatedAt })
}

const updatePhoto = (id: string, map: (photo: Photo) => Photo) =>
  updateCachedLists(list =>
    list.images.some(photo => photo.id === id)
      ? { ...list, images: list.images.map(photo => (photo.id === id ? map(photo) : photo)) }
      : list,
  )

/** Updates fields of a photo in all lists in memory. Returns the function that reverts these fields. */
export function patchCachedPhoto(id: string, patch: Partial<Photo>) {
  const previousPhotos = new Map<Photo, Photo>()
  updatePhoto(id, photo => {
    const changed = { ...photo, ...patch }
    previousPhotos.set(changed, photo)
    return changed
  })
  const previousPhoto = previousPhotos.values().next().value
  const fields = Object.keys(patch) as (keyof Photo)[]
  return () => {
    if (previousPhoto)
      updatePhoto(id, photo => ({
        ...photo,
        ...Object.fromEntries(fields.map(field => [field, previousPhoto[field]])),
      }))
  }
}

/**
 * Removes the photos from those lists in memory that `shouldRemoveFrom` accepts. Returns a function that restores all
 * or some of the photos at their previous positions.
 */
export function removePhotosFromCache(
  ids: readonly string[],
  shouldRemoveFrom: (key: readonly unknown[], list: object) => boolean = () => true,
) {
  const removedIds = new Set(ids)
  const changedLists: { key: readonly unknown[]; previousList: PhotoList }[] = []
  for (const query of queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => hasCacheType(queryKey) })) {
    const previousList = query.state.data
    if (!isPhotoList(previousList) || !shouldRemoveFrom(query.queryKey, previousList)) continue
    if (!previousList.images.some(photo => removedIds.has(photo.id))) continue
    changedLists.push({ key: query.queryKey, previousList })
    queryClient.setQueryData(query.queryKey, withoutPhotos(previousList, removedIds), {
      updatedAt: query.state.dataUpdatedAt,
    })
  }
  return (restoredIds: ReadonlySet<string> = removedIds) => {
    for (const { key, previousList } of changedLists)
      queryClient.setQueryData(key, (current: unknown) =>
        isPhotoList(current) ? restorePhotos(current, previousList, restoredIds) : current,
      )
  }
}

function withoutPhotos(list: PhotoList, removedIds: ReadonlySet<string>): PhotoList {
  const images = list.images.filter(photo => !removedIds.has(photo.id))
  const total = list.total === undefined ? {} : { total: list.total - (list.images.length - images.length) }
  return { ...list, images, ...total }
}

function restorePhotos(current: PhotoList, previousList: PhotoList, restoredIds: ReadonlySet<string>): PhotoList {
  const images = [...current.images]
  let restoredCount = 0
  previousList.images.forEach((photo, index) => {
    if (!restoredIds.has(photo.id) || images.some(({ id }) => id === photo.id)) return
    images.splice(Math.min(index, images.length), 0, photo)
    restoredCount++
  })
  return { ...current, images, ...(current.total === undefined ? {} : { total: current.total + restoredCount }) }
}
