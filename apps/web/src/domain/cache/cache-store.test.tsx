import { CACHE_TYPES, CacheStore, type CacheType, LIFETIMES_MS } from './cache-store.ts'

const MINUTE_MS = 60_000
let now = 0
let store: CacheStore
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  now = 1_700_000_000_000
  store = new CacheStore(localStorage, sessionStorage, () => now)
})
const advanceClock = (ms: number) => (now += ms)
const keysIn = (storage: Storage) => Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')

it.each<[CacheType, number]>([
  ['albums', 10 * MINUTE_MS],
  ['albumImages', 5 * MINUTE_MS],
  ['tags', 15 * MINUTE_MS],
  ['shares', 5 * MINUTE_MS],
  ['recentImages', 2 * MINUTE_MS],
  ['favorites', 30_000],
  ['searchResults', 60_000],
  ['userProfile', 30_000],
  ['images', 60_000],
])('L-CACHE-01 %s live %i ms', (type, lifetime) => {
  store.write(type, 'a', { x: 1 })
  advanceClock(lifetime - 1)
  expect(store.read(type, 'a')?.data).toEqual({ x: 1 })
  advanceClock(1)
  expect(store.read(type, 'a')).toBeNull()
})

it('L-CACHE-01 uploadProgress has a lifetime of 0 s: it is never written', () => {
  store.write('uploadProgress', 'a', 50)
  expect(store.read('uploadProgress', 'a')).toBeNull()
  expect(keysIn(localStorage)).toEqual([])
  expect(keysIn(sessionStorage)).toEqual([])
})

it('L-ENT-16 there are ten types, stored separately', () => {
  const types = 'albums albumImages tags shares recentImages favorites searchResults userProfile uploadProgress images'
  expect(CACHE_TYPES.toSorted()).toEqual(types.split(' ').toSorted())
  for (const type of CACHE_TYPES) store.write(type, 'a', type)
  for (const type of CACHE_TYPES.filter(type => type !== 'uploadProgress'))
    expect(store.read(type, 'a')?.data).toBe(type)
})

it('L-ENT-15 L-CACHE-02 an entry holds data, timestamp, ttl, version v3 and type', () => {
  store.write('albums', 'list', [1])
  const [key = ''] = keysIn(localStorage)
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({
    data: [1],
    timestamp: now,
    ttl: 10 * MINUTE_MS,
    version: 'v3',
    type: 'albums',
  })
})

it('L-CACHE-03 an entry is fresh within 25 % of its lifetime', () => {
  store.write('albums', 'list', [])
  advanceClock(2.5 * MINUTE_MS)
  expect(store.read('albums', 'list')?.isFresh).toBe(true)
  advanceClock(1)
  expect(store.read('albums', 'list')).toMatchObject({ isFresh: false, data: [] })
})

it('L-CACHE-04 an expired entry is removed when it is read', () => {
  store.write('favorites', 'a', 1)
  advanceClock(30_000)
  store.read('favorites', 'a')
  expect(keysIn(localStorage)).toEqual([])
})

it('L-CACHE-04 an entry of another version is removed when it is read, and so is one that cannot be read', () => {
  store.write('tags', 'a', 1)
  const [key = ''] = keysIn(localStorage)
  localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace('v3', 'v2'))
  expect(store.read('tags', 'a')).toBeNull()
  expect(keysIn(localStorage)).toEqual([])
  localStorage.setItem(key, '{broken')
  expect(store.read('tags', 'a')).toBeNull()
  expect(keysIn(localStorage)).toEqual([])
})

it('an entry from the future is discarded, because the clock was set back', () => {
  store.write('albums', 'a', 1)
  advanceClock(-1000)
  expect(store.read('albums', 'a')).toBeNull()
})

it.each(CACHE_TYPES.filter(type => LIFETIMES_MS[type] > 0))('L-CACHE-05 %s is stored in the right storage', type => {
  store.write(type, 'a', 1)
  const isSession = ['uploadProgress', 'searchResults', 'recentImages'].includes(type)
  expect(keysIn(isSession ? sessionStorage : localStorage)).toHaveLength(1)
  expect(keysIn(isSession ? localStorage : sessionStorage)).toHaveLength(0)
})

it('L-CACHE-06 expired entries are cleaned up when more than 4 MB are stored, not before', () => {
  const megabyte = 'x'.repeat(1024 * 1024)
  store.write('favorites', 'old', 'expired soon')
  store.write('albums', '1', megabyte)
  store.write('albums', '2', megabyte)
  advanceClock(31_000)
  store.write('albums', '3', megabyte)
  expect(keysIn(localStorage)).toHaveLength(4)
  store.write('albums', '4', megabyte)
  expect(keysIn(localStorage)).toHaveLength(4)
  expect(keysIn(localStorage).some(key => key.includes('old'))).toBe(false)
})

describe('L-CACHE-07 a write that exceeds the quota', () => {
  /** A storage with a character limit, as in a browser. */
  class SmallStorage
    extends Map<string, string>
    implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key'>
  {
    writeAttempts = 0
    constructor(public readonly maxCharacters: number) {
      super()
    }
    get length() {
      return this.size
    }
    key = (index: number) => [...this.keys()][index] ?? null
    getItem = (key: string) => this.get(key) ?? null
    removeItem = (key: string) => void this.delete(key)
    setItem(key: string, value: string) {
      this.writeAttempts++
      const used = [...this].reduce((sum, [k, v]) => (k === key ? sum : sum + k.length + v.length), 0)
      if (used + key.length + value.length > this.maxCharacters) throw new DOMException('full', 'QuotaExceededError')
      this.set(key, value)
    }
  }
  const createSmallStore = (maxCharacters: number) => {
    const storage = new SmallStorage(maxCharacters)
    return { storage, store: new CacheStore(storage as unknown as Storage, sessionStorage, () => now) }
  }

  it('clears old entries and succeeds on the second attempt', () => {
    const { storage, store } = createSmallStore(1500)
    for (const key of ['1', '2', '3']) {
      store.write('albums', key, 'x'.repeat(300))
      advanceClock(1000)
    }
    storage.writeAttempts = 0
    store.write('albums', '4', 'y'.repeat(300))
    expect(storage.writeAttempts).toBe(2)
    expect(store.read('albums', '4')?.data).toBe('y'.repeat(300))
    expect(store.read('albums', '1')).toBeNull()
    expect(store.read('albums', '3')).not.toBeNull()
  })

  it('gives up after one retry without an error', () => {
    const { storage, store } = createSmallStore(200)
    expect(() => store.write('albums', '1', 'x'.repeat(500))).not.toThrow()
    expect(storage.writeAttempts).toBe(2)
    expect(store.read('albums', '1')).toBeNull()
  })
})

it('clears the named types only', () => {
  for (const type of ['albums', 'albumImages', 'tags'] as const) store.write(type, 'a', type)
  store.clear(['albums'])
  expect([store.read('albums', 'a'), store.read('albumImages', 'a')?.data, store.read('tags', 'a')?.data]).toEqual([
    null,
    'albumImages',
    'tags',
  ])
})

it('belongs to one user: the same user finds it again, another one finds it empty; browser settings stay', () => {
  localStorage.setItem('darkMode', 'true')
  expect(store.claim('alice')).toBe(true)
  store.write('albums', 'a', 1)
  expect(store.claim('alice')).toBe(false)
  expect(store.read('albums', 'a')).not.toBeNull()
  expect(store.claim('bob')).toBe(true)
  expect(store.read('albums', 'a')).toBeNull()
  expect(localStorage.getItem('darkMode')).toBe('true')
})
