import { queryClient } from '../cache/cache.ts'
import { CACHE_TYPES } from '../cache/cache-types.ts'
import { isProcessing, type Photo } from './photo.ts'

type Holder = { images: Photo[]; total?: number }
const isHolder = (data: unknown): data is Holder =>
  typeof data === 'object' && data !== null && Array.isArray((data as Holder).images)
const isPhotoKey = (key: readonly unknown[]) => CACHE_TYPES.some(type => type === key[0])

/** Whether a photo in memory is still being processed, according to its last known state. */
export const isAnyProcessing = () =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => isPhotoKey(queryKey) })
    .some(({ state: { data } }) => isHolder(data) && data.images.some(isProcessing))

/** Updates every list of photos in memory. */
function changeLists(change: (list: Holder) => Holder) {
  for (const query of queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isPhotoKey(queryKey) }))
    if (isHolder(query.state.data))
      queryClient.setQueryData(query.queryKey, change(query.state.data), { updatedAt: query.state.dataUpdatedAt })
}

const mapPhoto = (id: string, map: (photo: Photo) => Photo) =>
  changeLists(list =>
    list.images.some(photo => photo.id === id)
      ? { ...list, images: list.images.map(photo => (photo.id === id ? map(photo) : photo)) }
      : list,
  )

/** Shows changed fields of one photo everywhere. Returns the function that reverts exactly these fields. */
export function patchShownPhoto(id: string, patch: Partial<Photo>) {
  const before = new Map<Photo, Photo>()
  mapPhoto(id, photo => {
    const changed = { ...photo, ...patch }
    before.set(changed, photo)
    return changed
  })
  const old = before.values().next().value
  const fields = Object.keys(patch) as (keyof Photo)[]
  return () => {
    if (old) mapPhoto(id, photo => ({ ...photo, ...Object.fromEntries(fields.map(field => [field, old[field]])) }))
  }
}

/**
 * Removes photos from every list in memory, or from selected lists. Returns the function that restores all or some of them to
 * their old positions.
 */
export function removeShownPhotos(
  ids: readonly string[],
  isConcerned: (key: readonly unknown[], list: object) => boolean = () => true,
) {
  const gone = new Set(ids)
  const removed: { key: readonly unknown[]; before: Holder }[] = []
  for (const query of queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isPhotoKey(queryKey) })) {
    const before = query.state.data
    if (!isHolder(before) || !isConcerned(query.queryKey, before)) continue
    if (!before.images.some(photo => gone.has(photo.id))) continue
    removed.push({ key: query.queryKey, before })
    queryClient.setQueryData(query.queryKey, without(before, gone), { updatedAt: query.state.dataUpdatedAt })
  }
  return (back: ReadonlySet<string> = gone) => {
    for (const { key, before } of removed)
      queryClient.setQueryData(key, (now: unknown) => (isHolder(now) ? putBack(now, before, back) : now))
  }
}

function without(list: Holder, gone: ReadonlySet<string>): Holder {
  const images = list.images.filter(photo => !gone.has(photo.id))
  const total = list.total === undefined ? {} : { total: list.total - (list.images.length - images.length) }
  return { ...list, images, ...total }
}

function putBack(now: Holder, before: Holder, back: ReadonlySet<string>): Holder {
  const images = [...now.images]
  let added = 0
  before.images.forEach((photo, index) => {
    if (!back.has(photo.id) || images.some(({ id }) => id === photo.id)) return
    images.splice(Math.min(index, images.length), 0, photo)
    added++
  })
  return { ...now, images, ...(now.total === undefined ? {} : { total: now.total + added }) }
}
