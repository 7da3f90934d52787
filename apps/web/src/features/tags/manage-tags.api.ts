import { type http, TAG_PREVIEW_FETCH_LIMIT } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate, applyOptimistically } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { removePhotosFromCache } from '../../domain/photos/cached-photos.ts'
import { updateCachedTags } from '../../domain/tags/tags.api.ts'
import { offerUndo } from '../../domain/trash/undo-deletion.ts'
import { urlOf, call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { failureOf } from '../../lib/outcome.ts'

type PreviewPhoto = Pick<http.Image, 'id' | 'thumbnail_url' | 'placeholder' | 'processing_status'>

/**
 * Returns only the fields that a card shows, because the complete photos of many tags would fill the browser's storage.
 */
const toPreview = ({ id, thumbnail_url, placeholder, processing_status }: http.Image): PreviewPhoto => ({
  id,
  thumbnail_url,
  placeholder,
  processing_status,
})

/** L-TAGP-11: reads the newest photos of a tag. The response is an array of photos, or an object that contains it. */
export function tagPreviewQuery(id: string): CachedQuery<{ images: PreviewPhoto[] }> {
  const query = { tag_id: id, limit: TAG_PREVIEW_FETCH_LIMIT }
  return {
    type: 'images',
    key: [urlOf(routes.listImages, { query })],
    read: async signal => {
      const response = (await call(routes.listImages, { query, signal })) as
        http.Image[] | Pick<http.ImageList, 'images'>
      return { images: (Array.isArray(response) ? response : response.images).map(toPreview) }
    },
  }
}

/** Whether the cache key is that of a list of this tag's photos: a page, or the preview on its card. */
const isListOfTag = (key: readonly unknown[], id: string) =>
  typeof key[1] === 'string' && new URLSearchParams(key[1].split('?')[1]).get('tag_id') === id

/** L-API-32: renames a tag. Returns null on success, or the message of the failure. */
export function renameTag(id: string, label: string): Promise<string | null> {
  const request = call(routes.renameTag, { params: { id }, body: { label } }).then(renamed => {
    updateCachedTags(tags => tags.map(tag => (tag.id === id ? { ...tag, label: renamed.label } : tag)))
    void invalidate('tag')
  })
  const fallback = 'The tag could not be saved. Please try again.'
  return failureOf(request, { logMessage: 'Renaming the tag failed', fallback })
}

/** L-API-33: deletes a tag. Returns whether it succeeded. */
export async function deleteTag(id: string): Promise<boolean> {
  const request = call(routes.deleteTag, { params: { id } }).then(() => {
    updateCachedTags(tags => tags.filter(tag => tag.id !== id))
    void invalidate('untag')
    offerUndo({ tag_ids: [id] })
  })
  return (await failureOf(request, { logMessage: 'Deleting the tag failed' })) === null
}

/**
 * Removes the tag from photos and hides them before the requests. A photo whose request failed is shown again. Returns
 * whether all requests succeeded.
 */
export async function removeTag(id: string, photoIds: readonly string[]): Promise<boolean> {
  const failed = new Set<string>()
  let restorePhotos: ReturnType<typeof removePhotosFromCache> = () => undefined
  await applyOptimistically(
    'untag',
    () => (restorePhotos = removePhotosFromCache(photoIds, key => isListOfTag(key, id))),
    async () => {
      for (const photoId of photoIds)
        await call(routes.removeImageTag, { params: { id: photoId, tagId: id } }).catch((reason: unknown) => {
          logFailure('Removing the tag failed', reason)
          failed.add(photoId)
        })
      restorePhotos(failed)
    },
  )
  return failed.size === 0
}
