import type { CacheType } from './cache-types.ts'

/** The types that each mutation makes stale (L-CACHE-09 … 16). Every mutation includes searchResults. */
export const INVALIDATION = {
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
  // Mutations that are not in the table of the specification.
  retry: ['images', 'albumImages', 'favorites', 'recentImages'],
  replace: ['images', 'albums', 'albumImages', 'favorites', 'recentImages'],
  editAlbum: ['albums', 'albumImages', 'shares'],
  reorderAlbum: ['albums', 'albumImages', 'shares'],
} as const satisfies Record<string, readonly CacheType[]>
export type Mutation = keyof typeof INVALIDATION

export const staleAfter = (mutation: Mutation): CacheType[] => [...INVALIDATION[mutation], 'searchResults']
