import { metrics } from '@daymark/platform'
import { LRUCache } from 'lru-cache'

/**
 * Maximum number of tags whose last invalidation is stored. An entry that is older than an evicted tag counts as outdated, so the limit
 * must exceed the number of tags that are invalidated during the lifetime of an entry.
 */
const MAX_TAGS = 100_000

/**
 * Records the last invalidation of each tag, for all caches of a gateway. A cache compares an entry with these records when it reads the
 * entry. An invalidation therefore does not touch entries, and it also applies to loads that are still running.
 */
export class Invalidations {
  /** Number of invalidations so far. A load records it when it starts. */
  count = 0
  /** For each tag, `count` at its last invalidation; the oldest first. */
  private readonly lastInvalidations = new Map<string, number>()
  /**
   * The highest count that was removed from the map. An entry whose load started before this count was reached counts as outdated, because
   * its tags may have been removed.
   */
  private highestEvictedCount = 0

  constructor(private readonly maxTags = MAX_TAGS) {}

  invalidate(tags: readonly string[]): void {
    this.count++
    for (const tag of tags) {
      this.lastInvalidations.delete(tag)
      this.lastInvalidations.set(tag, this.count)
    }
    while (this.lastInvalidations.size > this.maxTags) {
      const [[tag, count] = ['', 0]] = this.lastInvalidations
      this.lastInvalidations.delete(tag)
      this.highestEvictedCount = count
    }
  }

  isCurrent({ startedAt, tags }: { startedAt: number; tags: readonly string[] }): boolean {
    if (tags.length === 0) return true
    return (
      startedAt >= this.highestEvictedCount && tags.every(tag => (this.lastInvalidations.get(tag) ?? 0) <= startedAt)
    )
  }
}

const lookupCounter = metrics.counter('daymark.gateway.cache.requests', {
  description: 'Lookups in a cache of the gateway, by result',
})

export type CacheOptions<V> = {
  /** Number of entries, or bytes if `sizeOf` is given. The least recently used entries are evicted first. */
  max: number
  sizeOf?: (value: V, key: string) => number
  /** Lifetime of an entry. Undefined: entries never expire, because the key contains the version of the content. */
  ttlMs?: number
  /** A hit older than this starts a load in the background, so that requests for a busy key never wait. */
  refreshAfterMs?: number
  /** Tags of the data that an entry depends on. The entry is outdated as soon as one of its tags is invalidated. */
  tags?: (value: V, key: string) => string[]
  /** If a load fails, `get` returns the last value, even if it expired or was invalidated. */
  staleOnError?: boolean
  /** Label of this cache in the metric of lookups. Lookups of a cache without a name are not counted. */
  name?: 'album' | 'gallery' | 'link' | 'picture' | 'session' | 'studio page'
}

type Entry<V> = { value: V; tags: readonly string[]; startedAt: number; loadedAt: number }
type Load<V> = { startedAt: number; result: Promise<Entry<V>> }
type Loader<V> = () => Promise<V | Uncacheable<V>>

/** Result of a load whose value must not be stored. */
export class Uncacheable<V> {
  constructor(public readonly value: V) {}
}

/**
 * The cache of the gateway: bounded, with one load at a time for each key. A failed load is not stored. A load that started before one of
 * its tags was invalidated is used only for requests that arrived before the invalidation.
 */
export class Cache<V> {
  private readonly entries: LRUCache<string, Entry<V>>
  private readonly loads = new Map<string, Load<V>>()
  private readonly maxAgeMs: number

  constructor(
    private readonly invalidations: Invalidations,
    private readonly options: CacheOptions<V>,
  ) {
    const { max, sizeOf, ttlMs } = options
    this.maxAgeMs = ttlMs ?? Infinity
    // Unlike `max` of lru-cache, `maxSize` allocates no memory in advance.
    this.entries = new LRUCache({
      maxSize: max,
      sizeCalculation: ({ value }, key) => (sizeOf ? sizeOf(value, key) : 1),
    })
  }

  /** The cached value, without waiting; undefined on a miss. If `load` is given, an old hit is refreshed in the background. */
  peek(key: string, load?: Loader<V>): V | undefined {
    const entry = this.find(key)
    if (entry && load) this.refresh(key, entry, load)
    return entry?.value
  }

  /** The last loaded value, even if it expired or was invalidated. Undefined if there is none. */
  lastValue(key: string): V | undefined {
    return this.entries.get(key)?.value
  }

  async get(key: string, load: Loader<V>): Promise<V> {
    const { name, staleOnError } = this.options
    const entry = this.find(key)
    if (name) lookupCounter.add(1, { cache: name, result: entry ? 'hit' : 'miss' })
    if (entry) {
      this.refresh(key, entry, load)
      return entry.value
    }
    try {
      return (await this.awaitLoad(key, load)).value
    } catch (error) {
      const lastEntry = staleOnError ? this.entries.get(key) : undefined
      if (!lastEntry) throw error
      return lastEntry.value
    }
  }

  /**
   * Starts a load that produces several entries. The returned function stores one entry, unless one of its tags was invalidated since the
   * start of the load.
   */
  startLoad(): (key: string, value: V) => Entry<V> {
    const startedAt = this.invalidations.count
    return (key, value) => {
      const entry = { value, tags: this.options.tags?.(value, key) ?? NO_TAGS, startedAt, loadedAt: performance.now() }
      if (this.invalidations.isCurrent(entry)) this.entries.set(key, entry)
      return entry
    }
  }

  private find(key: string): Entry<V> | undefined {
    const entry = this.entries.get(key)
    const isFresh = entry && performance.now() - entry.loadedAt < this.maxAgeMs && this.invalidations.isCurrent(entry)
    return isFresh ? entry : undefined
  }

  /**
   * Loads an old entry again in the background. If this fails, the entry expires, so that the next request loads it again and receives the
   * error.
   */
  private refresh(key: string, entry: Entry<V>, load: Loader<V>): void {
    const { refreshAfterMs = Infinity } = this.options
    if (performance.now() - entry.loadedAt < refreshAfterMs || this.loads.has(key)) return
    this.load(key, load).catch(() => void (entry.loadedAt = -Infinity))
  }

  /**
   * Waits for the running load of this key, or starts one. If a tag of the loaded entry was invalidated between the start of the load and
   * this request, the entry is outdated for this request, so another load is started.
   */
  private async awaitLoad(key: string, load: Loader<V>): Promise<Entry<V>> {
    const runningLoad = this.loads.get(key)
    if (!runningLoad) return this.load(key, load)
    const isUpToDate = runningLoad.startedAt === this.invalidations.count
    try {
      const entry = await runningLoad.result
      if (isUpToDate || this.invalidations.isCurrent(entry)) return entry
    } catch (error) {
      if (isUpToDate) throw error
    }
    return this.loads.get(key)?.result ?? this.load(key, load)
  }

  private load(key: string, load: Loader<V>): Promise<Entry<V>> {
    const startedAt = this.invalidations.count
    const result = this.loadAndStore(key, load).finally(() => this.loads.delete(key))
    this.loads.set(key, { startedAt, result })
    return result
  }

  private async loadAndStore(key: string, load: Loader<V>): Promise<Entry<V>> {
    const store = this.startLoad()
    const value = await load()
    if (!(value instanceof Uncacheable)) return store(key, value)
    return { value: value.value, tags: NO_TAGS, startedAt: 0, loadedAt: 0 }
  }
}

const NO_TAGS: readonly string[] = []
