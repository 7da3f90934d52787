import { API_TOKEN } from '../../lib/storage.ts'
import { CACHE_VERSION, CLEANUP_ABOVE, FRESH_SHARE, LIFETIMES, SESSION_ONLY, type CacheType } from './cache-types.ts'

/** L-ENT-15 */
type CacheEntry = { data: unknown; timestamp: number; ttl: number; version: string; type: CacheType }
type CacheHit = { data: unknown; timestamp: number; isFresh: boolean }

const PREFIX = 'daymark.cache:'
const OWNER = 'daymark.cache-owner'

function parse(text: string | null): CacheEntry | null {
  try {
    return text ? (JSON.parse(text) as CacheEntry) : null
  } catch {
    return null
  }
}

/** Server data in the browser's storages under the rules of the specification (L-CACHE). */
export class CacheStore {
  readonly #local: Storage
  readonly #session: Storage
  readonly #now: () => number
  /**
   * The earliest time at which this page read the cache; entries may have been stored or fetched after it. Infinity: not read
   * yet.
   */
  firstRead = Infinity
  constructor(local: Storage, session: Storage, now: () => number = () => Date.now()) {
    this.#local = local
    this.#session = session
    this.#now = now
  }

  read(type: CacheType, key: string): CacheHit | null {
    this.firstRead = Math.min(this.firstRead, this.#now())
    const storage = this.#storageOf(type)
    const name = `${PREFIX}${type}:${key}`
    const text = storage.getItem(name)
    if (text === null) return null
    const entry = parse(text)
    if (!entry || this.#isOver(entry)) {
      storage.removeItem(name)
      return null
    }
    const isFresh = this.#now() - entry.timestamp <= entry.ttl * FRESH_SHARE
    return { data: entry.data, timestamp: entry.timestamp, isFresh }
  }

  write(type: CacheType, key: string, data: unknown) {
    const ttl = LIFETIMES[type]
    if (ttl === 0) return
    const entry: CacheEntry = { data, timestamp: this.#now(), ttl, version: CACHE_VERSION, type }
    this.#put(this.#storageOf(type), `${PREFIX}${type}:${key}`, JSON.stringify(entry))
    if (this.#size() > CLEANUP_ABOVE) this.removeExpired()
  }

  clear(types: readonly CacheType[]) {
    for (const { storage, name } of this.#names())
      if (types.some(type => name.startsWith(`${PREFIX}${type}:`))) storage.removeItem(name)
  }

  clearAll() {
    this.firstRead = Infinity
    this.#local.removeItem(API_TOKEN)
    for (const { storage, name } of this.#names()) storage.removeItem(name)
  }

  /** The cache belongs to one user: the sign-in of another user empties it. Returns whether the owner changed. */
  claim(userId: string): boolean {
    if (this.#local.getItem(OWNER) === userId) return false
    this.clearAll()
    this.#put(this.#local, OWNER, userId)
    return true
  }

  removeExpired() {
    for (const { storage, name } of this.#names()) {
      const entry = parse(storage.getItem(name))
      if (!entry || this.#isOver(entry)) storage.removeItem(name)
    }
  }

  #storageOf = (type: CacheType) => (SESSION_ONLY.includes(type) ? this.#session : this.#local)

  #isOver({ version, timestamp, ttl }: CacheEntry) {
    const age = this.#now() - timestamp
    // A negative age means that the clock was set back, so the age of the entry is unknown.
    return version !== CACHE_VERSION || age >= ttl || age < 0
  }

  #names() {
    return [this.#local, this.#session].flatMap(storage =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter(name => name.startsWith(PREFIX))
        .map(name => ({ storage, name })),
    )
  }

  #size = () =>
    this.#names().reduce((sum, { storage, name }) => sum + name.length + (storage.getItem(name)?.length ?? 0), 0)

  /** A write that exceeds the quota clears old entries and is tried once more (L-CACHE-07). */
  #put(storage: Storage, name: string, text: string) {
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
    const byAge = this.#names()
      .map(at => ({ ...at, timestamp: parse(at.storage.getItem(at.name))?.timestamp ?? 0 }))
      .sort((a, b) => a.timestamp - b.timestamp)
    for (const { storage, name } of byAge.slice(0, Math.ceil(byAge.length / 2))) storage.removeItem(name)
  }
}
