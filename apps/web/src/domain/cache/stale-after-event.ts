import type { http } from '@daymark/contracts'
import type { CacheType } from './cache-store.ts'
import { staleTypesAfter } from './invalidation.ts'

/** The cache types that each server event makes stale. */
export const STALE_AFTER_EVENT: Record<http.Change['type'], readonly CacheType[]> = {
  'photo.uploaded': staleTypesAfter('upload'),
  'photo.ready': ['images', 'albumImages', 'albums', 'favorites', 'recentImages', 'searchResults'],
  'photo.failed': ['images', 'albumImages', 'favorites', 'recentImages', 'searchResults'],
  'photo.updated': ['images', 'albumImages', 'favorites', 'tags', 'recentImages', 'searchResults'],
  'photo.deleted': [...staleTypesAfter('delete'), 'tags'],
  'likes.changed': staleTypesAfter('like'),
  'tags.changed': staleTypesAfter('tag'),
  'album.changed': ['albums', 'albumImages', 'searchResults'],
  'share.changed': ['shares', 'albums'],
  'visit.changed': ['shares'],
  'picks.changed': ['shares'],
  'comments.changed': ['shares'],
  'uploads.changed': ['shares', 'albumImages'],
  'notices.changed': ['userProfile'],
  // The type `shares` includes analytics, which the new plan may unlock.
  'plan.changed': ['userProfile', 'shares'],
}
