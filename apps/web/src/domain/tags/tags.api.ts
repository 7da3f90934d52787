import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { invalidate, queryClient } from '../cache/cache.ts'
import { cachedQuery } from '../cache/use-cached.ts'
import { sortByLabel } from './tag-display.ts'

/** L-API-30: reads all tags of the user with their photo counts. */
export const allTagsQuery = () => cachedQuery('tags', routes.listTags)

/** Updates the list of tags in memory before it is refetched. */
export function updateCachedTags(change: (tags: readonly http.Tag[]) => readonly http.Tag[]) {
  const { type, key } = allTagsQuery()
  queryClient.setQueryData<readonly http.Tag[]>([type, ...key], tags => tags && sortByLabel(change(tags)))
}

/**
 * L-TM-05: creates a tag and adds it to the list in memory. If the label exists, the server returns the existing tag.
 * Returns null on failure.
 */
export async function createTag(label: string): Promise<http.Tag | null> {
  try {
    const tag = await call(routes.createTag, { body: { label } })
    updateCachedTags(tags => [...tags.filter(({ id }) => id !== tag.id), tag])
    void invalidate('tag')
    return tag
  } catch (reason) {
    logFailure('Creating a tag failed', reason)
    window.alert('Failed to create tag')
    return null
  }
}

export async function applyTags(photoIds: readonly string[], tagIds: readonly string[]): Promise<boolean> {
  try {
    await call(routes.applyTags, { body: { image_ids: [...photoIds], tag_ids: [...tagIds] } })
    void invalidate('tag')
    window.alert(`Added tag to ${photoIds.length} photos!`)
    return true
  } catch (reason) {
    logFailure('Tagging failed', reason)
    window.alert('Failed to add tag to photos')
    return false
  }
}
