const SECOND = 1000
const MINUTE = 60 * SECOND

/** The cached types with their lifetimes in ms (L-CACHE-01). Types without their own lifetime use the default. */
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
/** Stored for the browser session only (L-CACHE-05). uploadProgress has a lifetime of 0 s, so it is never written (rule 27). */
export const SESSION_ONLY: readonly CacheType[] = ['uploadProgress', 'searchResults', 'recentImages']

/** While fresh, an entry is shown without a request. Until the end of its lifetime it is shown and refreshed (rule 27). */
export const freshFor = (type: CacheType) => LIFETIMES[type] * FRESH_SHARE
