import { Cache, type CacheOptions, Invalidations } from './cache.ts'

type Value = { text: string; tags: string[] }
function cache(options: Partial<CacheOptions<Value>> = {}, invalidations = new Invalidations()) {
  const made = new Cache<Value>(invalidations, { ttlMs: 60_000, max: 100, tags: value => value.tags, ...options })
  return Object.assign(made, { invalidate: (...tags: string[]) => invalidations.invalidate(tags) })
}
const value = (text: string, ...tags: string[]): Value => ({ text, tags })

describe('cache', () => {
  it('loads once until the value expires, even for concurrent requests', async () => {
    const c = cache()
    let loads = 0
    const load = async () => value(`answer ${++loads}`)
    expect(await Promise.all([c.get('a', load), c.get('a', load)])).toEqual([value('answer 1'), value('answer 1')])
    expect(await c.get('a', load)).toEqual(value('answer 1'))
    expect(await c.get('b', load)).toEqual(value('answer 2'))
  })

  it('loads again when the value has expired', async () => {
    const c = cache({ ttlMs: 0 })
    let loads = 0
    const load = async () => value(`answer ${++loads}`)
    await c.get('a', load)
    expect(await c.get('a', load)).toEqual(value('answer 2'))
  })

  it('does not store failures', async () => {
    const c = cache()
    await expect(c.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await c.get('a', async () => value('back'))).toEqual(value('back'))
  })

  it('removes all entries with a tag and no others', async () => {
    const c = cache()
    await c.get('a', async () => value('a', 'photo 1', 'owner 1'))
    await c.get('b', async () => value('b', 'photo 2', 'owner 1'))
    await c.get('c', async () => value('c', 'photo 3', 'owner 2'))
    c.invalidate('photo 1')
    expect([c.peek('a'), c.peek('b')?.text]).toEqual([undefined, 'b'])
    c.invalidate('owner 1')
    expect([c.peek('b'), c.peek('c')?.text]).toEqual([undefined, 'c'])
    c.invalidate('owner 3')
    expect(c.peek('c')?.text).toBe('c')
  })

  it('neither stores nor shares a load whose tags were invalidated while it ran', async () => {
    const c = cache()
    const late = Promise.withResolvers<Value>()
    const before = c.get('a', () => late.promise)
    c.invalidate('photo 1')
    const after = [c.get('a', async () => value('gone', 'photo 1')), c.get('a', async () => value('gone', 'photo 1'))]
    late.resolve(value('still there', 'photo 1'))
    expect((await before).text).toBe('still there')
    expect((await Promise.all(after)).map(({ text }) => text)).toEqual(['gone', 'gone'])
    expect((await c.get('a', async () => value('never loaded'))).text).toBe('gone')
  })

  it('does not share the failure of a load that started before an invalidation', async () => {
    const c = cache()
    const late = Promise.withResolvers<Value>()
    const before = c.get('a', () => late.promise)
    c.invalidate('link 1')
    const after = c.get('a', async () => value('open again', 'link 1'))
    late.reject(new Error('closed'))
    await expect(before).rejects.toThrow('closed')
    expect((await after).text).toBe('open again')
  })

  it('shares and stores a load while other tags are invalidated', async () => {
    const c = cache()
    const late = Promise.withResolvers<Value>()
    const before = c.get('a', () => late.promise)
    c.invalidate('photo 2')
    const after = c.get('a', () => Promise.reject(new Error('loaded twice')))
    late.resolve(value('there', 'photo 1'))
    expect([(await before).text, (await after).text, c.peek('a')?.text]).toEqual(['there', 'there', 'there'])
  })

  it('refreshes an old entry in the background; a failed refresh expires it', async () => {
    const young = cache({ refreshAfterMs: 60_000 })
    await young.get('a', async () => value('first'))
    expect((await young.get('a', () => Promise.reject(new Error('too early')))).text).toBe('first')
    const c = cache({ refreshAfterMs: 0 })
    await c.get('a', async () => value('first', 'link 1'))
    const late = Promise.withResolvers<Value>()
    expect((await c.get('a', () => late.promise)).text).toBe('first')
    expect(c.peek('a', () => Promise.reject(new Error('loaded twice')))?.text).toBe('first')
    late.resolve(value('second', 'link 1'))
    await new Promise(setImmediate)
    expect(c.peek('a')?.text).toBe('second')
    await c.get('a', () => Promise.reject(new Error('revoked')))
    await new Promise(setImmediate)
    expect(c.peek('a')).toBeUndefined()
  })

  it('returns the last value while loads fail, if configured', async () => {
    const c = cache({ staleOnError: true })
    const fail = () => Promise.reject(new Error('away'))
    await expect(c.get('a', fail)).rejects.toThrow('away')
    await c.get('a', async () => value('last', 'owner 1'))
    c.invalidate('owner 1')
    expect([c.peek('a'), (await c.get('a', fail)).text, c.lastValue('a')?.text]).toEqual([undefined, 'last', 'last'])
    expect((await c.get('a', async () => value('next'))).text).toBe('next')
  })

  it('limits the number of entries and of stored tags', async () => {
    const c = cache({ max: 10 }, new Invalidations(5))
    for (let i = 0; i < 1000; i++) await c.get(`key ${i}`, async () => value(`${i}`, `tag ${i}`))
    expect([c.peek('key 989'), c.peek('key 990')?.text, c.peek('key 999')?.text]).toEqual([undefined, '990', '999'])
    c.invalidate('tag 999')
    for (let i = 0; i < 10; i++) c.invalidate(`other ${i}`)
    expect(c.peek('key 999')).toBeUndefined()
  })
})
