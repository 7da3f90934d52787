import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Cache, Uncacheable } from './cache.ts'
import { Invalidations } from './invalidations.ts'
import { JsonBody, memoryOf } from './json-body.ts'

const long = (text: string) => ({ text: text.repeat(1000) })
const cache = (max: number) => new Cache<JsonBody>(new Invalidations(), { max, sizeOf: memoryOf, name: 'gallery' })

describe('a cache of JSON bodies', () => {
  it('makes a body once for each key, however many requests wait, and the same in every encoding', async () => {
    const bodies = cache(1_000_000)
    let made = 0
    const make = async () => new JsonBody(long(`answer ${++made}`))
    const asked = await Promise.all([bodies.get('a', make), bodies.get('a', make), bodies.get('b', make)])
    expect(made).toBe(2)
    expect(asked[0]).toBe(asked[1])
    expect(asked[0]?.etag).not.toBe(asked[2]?.etag)
    const body = await bodies.get('a', make)
    expect(JSON.parse(body.plain.toString())).toEqual(long('answer 1'))
    expect(gunzipSync(await body.in('gzip'))).toEqual(body.plain)
    expect(brotliDecompressSync(await body.in('br'))).toEqual(body.plain)
    expect(await body.in('br')).toBe(await body.in('br'))
  })

  it('evicts the oldest bodies where there is no more room', async () => {
    const bodies = cache(40_000)
    for (const key of ['a', 'b', 'c', 'd']) await bodies.get(key, async () => new JsonBody(long('0123456789')))
    let made = 0
    const make = async () => new JsonBody(long(`${++made}`))
    await bodies.get('d', make)
    expect(made).toBe(0)
    await bodies.get('a', make)
    expect(made).toBe(1)
  })

  it('stores no failure, and nothing of another version', async () => {
    const bodies = cache(1_000_000)
    await expect(bodies.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await bodies.get('a', async () => new Uncacheable(new JsonBody(0)))).plain.toString()).toBe('0')
    expect((await bodies.get('a', async () => new JsonBody(1))).plain.toString()).toBe('1')
  })
})
