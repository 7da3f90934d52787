import { Cache, type CacheOptions, Invalidations } from './cache.ts'

type Value = { text: string; tags: string[] }
function createCache(options: Partial<CacheOptions<Value>> = {}, invalidations = new Invalidations()) {
  const newCache = new Cache<Value>(invalidations, { ttlMs: 60_000, max: 100, tags: value => value.tags, ...options })
  return Object.assign(newCache, { invalidate: (...tags: string[]) => invalidations.invalidate(tags) })
}
const createValue = (text: string, ...tags: string[]): Value => ({ text, tags })

describe('cache', () => {
  it('loads once until the value expires, even for concurrent requests', async () => {
    const cache = createCache()
    let loads = 0
    const load = async () => createValue(`answer ${++loads}`)
    expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([
      createValue('answer 1'),
      createValue('answer 1'),
    ])
    expect(await cache.get('a', load)).toEqual(createValue('answer 1'))
    expect(await cache.get('b', load)).toEqual(createValue('answer 2'))
  })

  it('loads again when the value has expired', async () => {
    const cache = createCache({ ttlMs: 0 })
    let loads = 0
    const load = async () => createValue(`answer ${++loads}`)
    await cache.get('a', load)
    expect(await cache.get('a', load)).toEqual(createValue('answer 2'))
  })

  it('does not store failures', async () => {
    const cache = createCache()
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('a', async () => createValue('back'))).toEqual(createValue('back'))
  })

  it('removes all entries with a tag and no others', async () => {
    const cache = createCache()
    await cache.get('a', async () => createValue('a', 'photo 1', 'owner 1'))
    await cache.get('b', async () => createValue('b', 'photo 2', 'owner 1'))
    await cache.get('c', async () => createValue('c', 'photo 3', 'owner 2'))
    cache.invalidate('photo 1')
    expect([cache.peek('a'), cache.peek('b')?.text]).toEqual([undefined, 'b'])
    cache.invalidate('owner 1')
    expect([cache.peek('b'), cache.peek('c')?.text]).toEqual([undefined, 'c'])
    cache.invalidate('owner 3')
    expect(cache.peek('c')?.text).toBe('c')
  })

  it('neither stores nor shares a load whose tags were invalidated while it ran', async () => {
    const cache = createCache()
    const late = Promise.withResolvers<Value>()
    const before = cache.get('a', () => late.promise)
    cache.invalidate('photo 1')
    const after = [
      cache.get('a', async () => createValue('gone', 'photo 1')),
      cache.get('a', async () => createValue('gone', 'photo 1')),
    ]
    late.resolve(createValue('still there', 'photo 1'))
    expect((await before).text).toBe('still there')
    expect((await Promise.all(after)).map(({ text }) => text)).toEqual(['gone', 'gone'])
    expect((await cache.get('a', async () => createValue('never loaded'))).text).toBe('gone')
  })

  it('does not share the failure of a load that started before an invalidation', async () => {
    const cache = createCache()
    const late = Promise.withResolvers<Value>()
    const before = cache.get('a', () => late.promise)
    cache.invalidate('link 1')
    const after = cache.get('a', async () => createValue('open again', 'link 1'))
    late.reject(new Error('closed'))
    await expect(before).rejects.toThrow('closed')
    expect((await after).text).toBe('open again')
  })

  it('shares and stores a load while other tags are invalidated', async () => {
    const cache = createCache()
    const late = Promise.withResolvers<Value>()
    const before = cache.get('a', () => late.promise)
    cache.invalidate('photo 2')
    const after = cache.get('a', () => Promise.reject(new Error('loaded twice')))
    late.resolve(createValue('there', 'photo 1'))
    expect([(await before).text, (await after).text, cache.peek('a')?.text]).toEqual(['there', 'there', 'there'])
  })

  it('refreshes an old entry in the background; a failed refresh expires it', async () => {
    const youngCache = createCache({ refreshAfterMs: 60_000 })
    await youngCache.get('a', async () => createValue('first'))
    expect((await youngCache.get('a', () => Promise.reject(new Error('too early')))).text).toBe('first')
    const cache = createCache({ refreshAfterMs: 0 })
    await cache.get('a', async () => createValue('first', 'link 1'))
    const late = Promise.withResolvers<Value>()
    expect((await cache.get('a', () => late.promise)).text).toBe('first')
    expect(cache.peek('a', () => Promise.reject(new Error('loaded twice')))?.text).toBe('first')
    late.resolve(createValue('second', 'link 1'))
    await new Promise(setImmediate)
    expect(cache.peek('a')?.text).toBe('second')
    await cache.get('a', () => Promise.reject(new Error('revoked')))
    await new Promise(setImmediate)
    expect(cache.peek('a')).toBeUndefined()
  })

  it('returns the last value while loads fail, if configured', async () => {
    const cache = createCache({ staleOnError: true })
    const fail = () => Promise.reject(new Error('away'))
    await expect(cache.get('a', fail)).rejects.toThrow('away')
    await cache.get('a', async () => createValue('last', 'owner 1'))
    cache.invalidate('owner 1')
    expect([cache.peek('a'), (await cache.get('a', fail)).text, cache.lastValue('a')?.text]).toEqual([
      undefined,
      'last',
      'last',
    ])
    expect((await cache.get('a', async () => createValue('next'))).text).toBe('next')
  })

  it('limits the number of entries and of stored tags', async () => {
    const cache = createCache({ max: 10 }, new Invalidations(5))
    for (let i = 0; i < 1000; i++) await cache.get(`key ${i}`, async () => createValue(`${i}`, `tag ${i}`))
    expect([cache.peek('key 989'), cache.peek('key 990')?.text, cache.peek('key 999')?.text]).toEqual([
      undefined,
      '990',
      '999',
    ])
    cache.invalidate('tag 999')
    for (let i = 0; i < 10; i++) cache.invalidate(`other ${i}`)
    expect(cache.peek('key 999')).toBeUndefined()
  })
})
