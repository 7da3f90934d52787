import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Cache, Invalidations, Uncacheable } from './cache.ts'
import { JsonBody, estimateMemoryBytes } from './json-body.ts'

const long = (text: string) => ({ text: text.repeat(1000) })
const cache = (max: number) =>
  new Cache<JsonBody>(new Invalidations(), { max, sizeOf: estimateMemoryBytes, name: 'gallery' })

describe('a cache of JSON bodies', () => {
  it('builds a body once per key and compresses it once per encoding', async () => {
    const bodies = cache(1_000_000)
    let made = 0
    const make = async () => new JsonBody(long(`answer ${++made}`))
    const results = await Promise.all([bodies.get('a', make), bodies.get('a', make), bodies.get('b', make)])
    expect(made).toBe(2)
    expect(results[0]).toBe(results[1])
    expect(results[0]?.etag).not.toBe(results[2]?.etag)
    const body = await bodies.get('a', make)
    expect(JSON.parse(body.plain.toString())).toEqual(long('answer 1'))
    expect(gunzipSync(await body.encode('gzip'))).toEqual(body.plain)
    expect(brotliDecompressSync(await body.encode('br'))).toEqual(body.plain)
    expect(await body.encode('br')).toBe(await body.encode('br'))
  })

  it('evicts the oldest bodies when it is full', async () => {
    const bodies = cache(40_000)
    for (const key of ['a', 'b', 'c', 'd']) await bodies.get(key, async () => new JsonBody(long('0123456789')))
    let made = 0
    const make = async () => new JsonBody(long(`${++made}`))
    await bodies.get('d', make)
    expect(made).toBe(0)
    await bodies.get('a', make)
    expect(made).toBe(1)
  })

  it('does not store failures and uncacheable bodies', async () => {
    const bodies = cache(1_000_000)
    await expect(bodies.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await bodies.get('a', async () => new Uncacheable(new JsonBody(0)))).plain.toString()).toBe('0')
    expect((await bodies.get('a', async () => new JsonBody(1))).plain.toString()).toBe('1')
  })
})
