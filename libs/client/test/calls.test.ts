import { DaymarkError } from '@daymark/client'
import { startTestServer } from './answering.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
afterEach(() => server.stop())

const rateLimitedResponse = [429, { code: 'rate_limited', message: 'Slowly.' }, { 'retry-after': '0' }] as const
const unavailableResponse = [503, { code: 'unavailable', message: 'Away.' }, { 'retry-after': '0' }] as const
const catchFailure = (call: Promise<unknown>): Promise<DaymarkError> =>
  call.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error: DaymarkError) => error,
  )

describe('a call of the client', () => {
  it('S-V1-37 sends token, path, query and body as documented', async () => {
    server = await startTestServer([200, {}], [200, {}], [201, { id: 'a' }])
    const daymark = server.daymark()
    await daymark.albums.get('a/b')
    await daymark.search('first dance', { type: 'images', limit: 3 })
    expect(await daymark.albums.create({ title: 'Anna & Tom' })).toEqual({ id: 'a' })
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/albums/a%2Fb',
      'GET /v1/search?q=first+dance&type=images&limit=3',
      'POST /v1/albums',
    ])
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer dm_test'))
    expect(JSON.parse(server.requests[2]!.body.toString())).toEqual({ title: 'Anna & Tom' })
  })

  it('is sent once by each method', async () => {
    const page = { albums: [], deliveries: [], images: [], shares: [], tags: [], next_cursor: null }
    server = await startTestServer(...Array.from({ length: 100 }, (): [number, object] => [200, page]))
    const { albums, images, shares, tags, tokens, webhooks } = server.daymark()
    for (const group of [albums, images, shares, tags, tokens, webhooks])
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(group)))) {
        if (['constructor', 'upload', 'replace'].includes(name)) continue
        server.requests.length = 0
        const result = value.call(group, 'x', 'x', 'x')
        await (Symbol.asyncIterator in result ? result.next() : result)
        expect([name, server.requests.length]).toEqual([name, 1])
      }
  })

  it('rejects with the error of the response', async () => {
    server = await startTestServer(
      [404, { code: 'album_not_found', message: 'No such album.', request_id: 'r1' }],
      (_, response) => response.writeHead(418, { 'x-request-id': 'r2' }).end('<html>'),
    )
    const { name, status, code, message, requestId } = await catchFailure(server.daymark().albums.get('x'))
    expect([name, status, code, message, requestId]).toEqual([
      'DaymarkError',
      404,
      'album_not_found',
      'No such album.',
      'r1',
    ])
    const other = await catchFailure(server.daymark().albums.get('x'))
    expect([other.status, other.code, other.requestId]).toEqual([418, 'unknown', 'r2'])
  })

  it('S-V1-36 waits for Retry-After and retries, also for writes, because a limited call had no effect', async () => {
    server = await startTestServer([...rateLimitedResponse], [...rateLimitedResponse], [201, { id: 'a' }])
    const waits: number[] = []
    const daymark = server.daymark({ onWait: ({ seconds }) => waits.push(seconds) })
    expect(await daymark.albums.create({ title: 'A' })).toEqual({ id: 'a' })
    expect(waits).toEqual([0, 0])
  })

  it('waits at most one day for Retry-After, at least one second for a rate limit, and about half a second without both', async () => {
    const year = [429, { code: 'rate_limited', message: 'Later.' }, { 'retry-after': '31536000' }] as const
    server = await startTestServer([...year], [...rateLimitedResponse], [503])
    const waits: number[] = []
    for (let n = 0; n < 3; n++) {
      const stop = new AbortController()
      const onWait = ({ seconds }: { seconds: number }) => {
        waits.push(seconds)
        stop.abort(new Error('stopped'))
      }
      const call = server.daymark({ waitForRateLimit: true, onWait }).albums.get('a', { signal: stop.signal })
      await expect(call).rejects.toThrow('stopped')
    }
    expect(waits.slice(0, 2)).toEqual([86_400, 1])
    expect(Math.abs(waits[2]! - 0.5)).toBeLessThanOrEqual(0.125)
  })

  it('a list that repeats a cursor fails', async () => {
    const page = [200, { images: [{ id: 'a' }], next_cursor: 'same' }] as [number, object]
    server = await startTestServer(page, page, page)
    const read = async () => {
      const ids: string[] = []
      for await (const { id } of server.daymark().images.all()) ids.push(id)
      return ids
    }
    await expect(read()).rejects.toThrow('twice')
    expect(server.requests).toHaveLength(2)
  })

  it('retries when the server is unavailable, unless the call could take effect twice', async () => {
    server = await startTestServer([...unavailableResponse], [200, { id: 'a' }], [...unavailableResponse])
    expect(await server.daymark().albums.get('a')).toEqual({ id: 'a' })
    expect((await catchFailure(server.daymark().albums.create({ title: 'A' }))).status).toBe(503)
    expect(server.requests).toHaveLength(3)
  })

  it('limits the number of retries, and does not retry after a long Retry-After', async () => {
    server = await startTestServer(
      [...unavailableResponse],
      [...unavailableResponse],
      [...unavailableResponse],
      [429, {}, { 'retry-after': '3600' }],
    )
    expect((await catchFailure(server.daymark({ retries: 2 }).stats())).status).toBe(503)
    expect((await catchFailure(server.daymark().stats())).retryAfter).toBe(3600)
    expect(server.requests).toHaveLength(4)
  })

  it('iterates over all items of a list, by cursor or by offset', async () => {
    const page = (ids: string[], next_cursor: string | null) => ({ images: ids.map(id => ({ id })), next_cursor })
    const tags = (ids: string[], offset: number) => ({ tags: ids.map(id => ({ id })), total: 3, limit: 2, offset })
    server = await startTestServer([200, page(['1', '2'], 'c1')], [200, page([], 'c2')], [200, page(['3'], null)])
    expect((await Array.fromAsync(server.daymark().images.all({ tag: 'x' }))).map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/images?tag=x',
      '/v1/images?tag=x&cursor=c1',
      '/v1/images?tag=x&cursor=c2',
    ])
    await server.stop()
    server = await startTestServer([200, tags(['1', '2'], 0)], [200, tags(['3'], 2)])
    expect(await Array.fromAsync(server.daymark().tags.all())).toHaveLength(3)
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/tags', '/v1/tags?offset=2'])
  })
})
