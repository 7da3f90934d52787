import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { invalidate, queryClient } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { byLabel } from './tag-order.ts'
import { allTags } from './tag.queries.ts'

/** Updates the list of tags wherever it is shown, before it is read again. */
export function changeShownTags(change: (tags: readonly http.Tag[]) => readonly http.Tag[]) {
  const { type, key } = allTags()
  queryClient.setQueryData<readonly http.Tag[]>([type, ...key], tags => tags && byLabel(change(tags)))
}

/** L-TM-05: the new tag is in the list at once. For an existing label the server returns its tag. */
export async function createTag(label: string): Promise<http.Tag | null> {
  try {
    const tag = await call(routes.createTag, { body: { label } })
    changeShownTags(tags => [...tags.filter(({ id }) => id !== tag.id), tag])
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
