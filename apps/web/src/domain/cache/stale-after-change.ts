import type { http } from '@daymark/contracts'
import type { CacheType } from './cache-store.ts'
import { staleAfter } from './invalidation.ts'

/** The cache types that each server event makes stale. */
export const STALE_AFTER_CHANGE: Record<http.Change['type'], readonly CacheType[]> = {
  'photo.uploaded': staleAfter('upload'),
  'photo.ready': ['images', 'albumImages', 'albums', 'favorites', 'recentImages', 'searchResults'],
  'photo.failed': ['images', 'albumImages', 'favorites', 'recentImages', 'searchResults'],
  'photo.updated': ['images', 'albumImages', 'favorites', 'tags', 'recentImages', 'searchResults'],
  'photo.deleted': [...staleAfter('delete'), 'tags'],
  'likes.changed': staleAfter('like'),
  'tags.changed': staleAfter('tag'),
  'album.changed': ['albums', 'albumImages', 'searchResults'],
  'share.changed': ['shares', 'albums'],
  'visit.changed': ['shares'],
  'picks.changed': ['shares'],
  'comments.changed': ['shares'],
  'uploads.changed': ['shares', 'albumImages'],
  'notices.changed': ['userProfile'],
  // Locked analytics are read again.
  'plan.changed': ['userProfile', 'shares'],
}
