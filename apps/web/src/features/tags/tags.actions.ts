import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../lib/api.ts'
import { invalidate, optimistic } from '../../domain/cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { removeShownPhotos } from '../../domain/photos/cached-photos.ts'
import { changeShownTags } from '../../domain/tags/tag.actions.ts'
import { offerUndo } from '../../domain/trash/undo-deletion.ts'
import { isListOfTag } from './tags.queries.ts'

/** L-API-32. Returns null on success, or the message that explains the failure. */
export async function renameTag(id: string, label: string): Promise<string | null> {
  try {
    const renamed = await call(routes.renameTag, { params: { id }, body: { label } })
    changeShownTags(tags => tags.map(tag => (tag.id === id ? { ...tag, label: renamed.label } : tag)))
    void invalidate('tag')
    return null
  } catch (reason) {
    logFailure('Renaming the tag failed', reason)
    const message = reason instanceof ApiError && reason.serverMessage
    return message || 'The tag could not be saved. Please try again.'
  }
}

/** L-API-33. Returns whether it was deleted. */
export async function deleteTag(id: string): Promise<boolean> {
  try {
    await call(routes.deleteTag, { params: { id } })
    changeShownTags(tags => tags.filter(tag => tag.id !== id))
    void invalidate('untag')
    offerUndo({ tag_ids: [id] })
    return true
  } catch (reason) {
    logFailure('Deleting the tag failed', reason)
    return false
  }
}

/** Removes the photos from the tag's lists at once, then sends one request after another. Returns whether all succeeded. */
export async function removeTag(id: string, photoIds: readonly string[]): Promise<boolean> {
  const failed = new Set<string>()
  let putBack: ReturnType<typeof removeShownPhotos> = () => undefined
  await optimistic(
    'untag',
    () => (putBack = removeShownPhotos(photoIds, key => isListOfTag(key, id))),
    async () => {
      for (const photoId of photoIds)
        await call(routes.removeImageTag, { params: { id: photoId, tagId: id } }).catch((reason: unknown) => {
          logFailure('Removing the tag failed', reason)
          failed.add(photoId)
        })
      putBack(failed)
    },
  )
  return failed.size === 0
}
