import { API_TOKEN_KEY, safeLocalStorage, safeSessionStorage } from '../../lib/storage.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * L-CACHE-01: the lifetime of entries by type. The default is for types whose lifetime the specification does not give.
 */
const DEFAULT_LIFETIME_MS = 60 * SECOND_MS
export const LIFETIMES_MS = {
  albums: 10 * MINUTE_MS,
  albumImages: 5 * MINUTE_MS,
  tags: 15 * MINUTE_MS,
  shares: 5 * MINUTE_MS,
  recentImages: 2 * MINUTE_MS,
  favorites: 30 * SECOND_MS,
  searchResults: 60 * SECOND_MS,
  userProfile: 30 * SECOND_MS,
  uploadProgress: 0,
  images: DEFAULT_LIFETIME_MS,
} as const
export type CacheType = keyof typeof LIFETIMES_MS
export const CACHE_TYPES = Object.keys(LIFETIMES_MS) as CacheType[]

const CACHE_VERSION = 'v3' // L-CACHE-02
const FRESH_FRACTION = 0.25 // L-CACHE-03
const CLEANUP_ABOVE_BYTES = 4 * 1024 * 1024 // L-CACHE-06
/** L-CACHE-05: these types use session storage. uploadProgress has no lifetime, so it is never written (rule 27). */
const SESSION_ONLY_TYPES: readonly CacheType[] = ['uploadProgress', 'searchResults', 'recentImages']

/**
 * rule 27: returns the time during which an entry is shown without a request. Afterwards the entry is still shown until
 * its lifetime ends, but refreshed.
 */
export const freshDurationMs = (type: CacheType) => LIFETIMES_MS[type] * FRESH_FRACTION

/** L-ENT-15: an entry in the form in which the browser's storage contains it. */
type CacheEntry = { data: unknown; timestamp: number; ttl: number; version: string; type: CacheType }
type CacheHit = { data: unknown; timestamp: number; isFresh: boolean }

const KEY_PREFIX = 'daymark.cache:'
const OWNER_KEY = 'daymark.cache-owner'

function parseEntry(text: string | null): CacheEntry | null {
  try {
    return text ? (JSON.parse(text) as CacheEntry) : null
  } catch {
    return null
  }
}

/** L-CACHE: caches server data in local storage and session storage. */
export class CacheStore {
  readonly #local: Storage
  readonly #session: Storage
  readonly #now: () => number
  /** The time at which this page first read the cache. Infinity: the page has not read the cache yet. */
  firstReadAt = Infinity
  constructor(local: Storage, session: Storage, now: () => number = () => Date.now()) {
    this.#local = local
    this.#session = session
    this.#now = now
  }

  read(type: CacheType, key: string): CacheHit | null {
    this.firstReadAt = Math.min(this.firstReadAt, this.#now())
    const storage = this.#storageOf(type)
    const name = `${KEY_PREFIX}${type}:${key}`
    const text = storage.getItem(name)
    if (text === null) return null
    const entry = parseEntry(text)
    if (!entry || this.#isExpired(entry)) {
      storage.removeItem(name)
      return null
    }
    const isFresh = this.#now() - entry.timestamp <= entry.ttl * FRESH_FRACTION
    return { data: entry.data, timestamp: entry.timestamp, isFresh }
  }

  write(type: CacheType, key: string, data: unknown) {
    const ttl = LIFETIMES_MS[type]
    if (ttl === 0) return
    const entry: CacheEntry = { data, timestamp: this.#now(), ttl, version: CACHE_VERSION, type }
    this.#writeText(this.#storageOf(type), `${KEY_PREFIX}${type}:${key}`, JSON.stringify(entry))
    if (this.#size() > CLEANUP_ABOVE_BYTES) this.removeExpired()
  }

  clear(types: readonly CacheType[]) {
    for (const { storage, name } of this.#storedNames())
      if (types.some(type => name.startsWith(`${KEY_PREFIX}${type}:`))) storage.removeItem(name)
  }

  clearAll() {
    this.firstReadAt = Infinity
    this.#local.removeItem(API_TOKEN_KEY)
    for (const { storage, name } of this.#storedNames()) storage.removeItem(name)
  }

  /** Assigns the cache to a user and empties it if it belonged to another user. Returns whether the owner changed. */
  claim(userId: string): boolean {
    if (this.#local.getItem(OWNER_KEY) === userId) return false
    this.clearAll()
    this.#writeText(this.#local, OWNER_KEY, userId)
    return true
  }

  removeExpired() {
    for (const { storage, name } of this.#storedNames()) {
      const entry = parseEntry(storage.getItem(name))
      if (!entry || this.#isExpired(entry)) storage.removeItem(name)
    }
  }

  #storageOf = (type: CacheType) => (SESSION_ONLY_TYPES.includes(type) ? this.#session : this.#local)

  #isExpired({ version, timestamp, ttl }: CacheEntry) {
    const age = this.#now() - timestamp
    // A negative age means that the clock was set back, so the real age of the entry is unknown.
    return version !== CACHE_VERSION || age >= ttl || age < 0
  }

  #storedNames() {
    return [this.#local, this.#session].flatMap(storage =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter(name => name.startsWith(KEY_PREFIX))
        .map(name => ({ storage, name })),
    )
  }

  #size = () =>
    this.#storedNames().reduce((sum, { storage, name }) => sum + name.length + (storage.getItem(name)?.length ?? 0), 0)

  /** L-CACHE-07: writes an entry. If the storage is full, removes old entries and tries once more. */
  #writeText(storage: Storage, name: string, text: string) {
    try {
      storage.setItem(name, text)
    } catch {
      this.removeExpired()
      this.#removeOlderHalf()
      try {
        storage.setItem(name, text)
      } catch {
        storage.removeItem(name)
      }
    }
  }

  #removeOlderHalf() {
    const byAge = this.#storedNames()
      .map(item => ({ ...item, timestamp: parseEntry(item.storage.getItem(item.name))?.timestamp ?? 0 }))
      .sort((a, b) => a.timestamp - b.timestamp)
    for (const { storage, name } of byAge.slice(0, Math.ceil(byAge.length / 2))) storage.removeItem(name)
  }
}

/** The cache store does not import the query library, so that the sign-in screen does not load that library. */
export const cacheStore = new CacheStore(safeLocalStorage, safeSessionStorage)

type TabMessage = { invalidate: readonly CacheType[] } | { signedOut: true }
const tabChannel = 'BroadcastChannel' in window ? new BroadcastChannel('daymark.cache') : null

export const notifyOtherTabs = (message: TabMessage) => tabChannel?.postMessage(message)

export function onTabMessage(listener: (message: TabMessage) => void) {
  const receive = ({ data }: MessageEvent<TabMessage>) => listener(data)
  tabChannel?.addEventListener('message', receive)
  return () => tabChannel?.removeEventListener('message', receive)
}

const clearListeners = new Set<() => void>()
/** Registers a function that clears personal data at sign-out, such as the upload queues. */
export const onClear = (clear: () => void) => void clearListeners.add(clear)

/** Removes all data of the user at sign-out. */
export function clearEverything() {
  cacheStore.clearAll()
  clearListeners.forEach(clear => clear())
}
