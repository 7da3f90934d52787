const SECOND = 1000
const MINUTE = 60 * SECOND

/** What is cached and how long it lives, in ms (L-CACHE-01). Types without a lifetime of their own have the default. */
const DEFAULT_LIFETIME = 60 * SECOND
export const LIFETIMES = {
  albums: 10 * MINUTE,
  albumImages: 5 * MINUTE,
  tags: 15 * MINUTE,
  shares: 5 * MINUTE,
  recentImages: 2 * MINUTE,
  favorites: 30 * SECOND,
  searchResults: 60 * SECOND,
  userProfile: 30 * SECOND,
  uploadProgress: 0,
  images: DEFAULT_LIFETIME,
} as const
export type CacheType = keyof typeof LIFETIMES
export const CACHE_TYPES = Object.keys(LIFETIMES) as CacheType[]

export const CACHE_VERSION = 'v3' // L-CACHE-02
export const FRESH_SHARE = 0.25 // L-CACHE-03
export const CLEANUP_ABOVE = 4 * 1024 * 1024 // L-CACHE-06
/** Gone with the tab (L-CACHE-05). uploadProgress lives 0 s, so that it is never written at all (rule 27). */
export const SESSION_ONLY: readonly CacheType[] = ['uploadProgress', 'searchResults', 'recentImages']

/** Fresh: shown without a request. Then until the end of the lifetime: shown and refreshed (rule 27). */
export const freshFor = (type: CacheType) => LIFETIMES[type] * FRESH_SHARE
