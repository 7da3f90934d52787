import type { CacheType } from './cache-store.ts'

/** L-CACHE-09 … 16: the types that each mutation makes stale, in addition to searchResults. */
const STALE_AFTER_MUTATION = {
  like: ['images', 'favorites', 'albumImages', 'recentImages'],
  unlike: ['images', 'favorites', 'albumImages', 'recentImages'],
  upload: ['images', 'albums', 'recentImages', 'tags'],
  delete: ['images', 'albums', 'albumImages', 'favorites', 'recentImages', 'shares'],
  addToAlbum: ['albums', 'albumImages', 'shares'],
  removeFromAlbum: ['albums', 'albumImages', 'shares'],
  createAlbum: ['albums'],
  deleteAlbum: ['albums', 'shares'],
  tag: ['images', 'tags', 'albumImages', 'recentImages'],
  untag: ['images', 'tags', 'albumImages', 'recentImages'],
  editImage: ['images', 'albumImages', 'recentImages'],
  editExif: ['images', 'albumImages'],
  share: ['shares', 'albums'],
  unshare: ['shares', 'albums'],
  watermark: ['shares'],
  // The specification does not list the following mutations.
  retry: ['images', 'albumImages', 'favorites', 'recentImages'],
  replace: ['images', 'albums', 'albumImages', 'favorites', 'recentImages'],
  editAlbum: ['albums', 'albumImages', 'shares'],
  reorderAlbum: ['albums', 'albumImages', 'shares'],
} as const satisfies Record<string, readonly CacheType[]>
export type Mutation = keyof typeof STALE_AFTER_MUTATION

export const staleTypesAfter = (mutation: Mutation): CacheType[] => [...STALE_AFTER_MUTATION[mutation], 'searchResults']
