import { type http, KB, MB } from '@daymark/contracts'
import type { SignedInUser } from '../support/accounts.ts'
import { install, type Installation } from '../support/installation.ts'
import { closed, firstStatus, head, open, send, untilClosed } from './support/raw.ts'

let place: Installation
let alice: SignedInUser
let bob: SignedInUser
beforeAll(async () => {
  place = await install('memory', {
    DAYMARK_GATEWAY_CONNECTIONS: '400',
    DAYMARK_GATEWAY_IDLE_SECONDS: String(Math.ceil(5)),
  })
  ;[alice, bob] = [await place.createUser({ tier: 'studio' }), await place.createUser({ tier: 'studio' })]
})
afterAll(() => place?.stop())

const json = (body: string | Buffer, visitor?: SignedInUser, length = Buffer.byteLength(body)) => ({
  ...(visitor && { Cookie: visitor.cookieHeader() }),
  'Content-Type': 'application/json',
  'Content-Length': String(length),
})

describe('a flood of one user', () => {
  it('of 120 concurrent writes completes and does not slow down reads of another user', async () => {
    const { body: album } = await alice.post<http.Album>('/api/albums', { title: 'Flood' })
    let isOver = false
    // Several requests per connection.
    const client = async (n: number): Promise<number[]> => {
      const statuses: number[] = []
      for (let i = 0; i < 4; i++)
        statuses.push((await alice.patch(`/api/albums/${album.id}`, { title: `${n} ${i}` })).status)
      return statuses
    }
    const flood = Promise.all(Array.from({ length: 30 }, (_, n) => client(n))).finally(() => (isOver = true))
    let reads = 0
    while (!isOver) {
      expect((await bob.get('/api/albums')).status).toBe(200)
      reads++
    }
    expect(new Set((await flood).flat())).toEqual(new Set([200]))
    expect(reads).toBeGreaterThan(20)
  })

  it('above the limit is partly refused, with Retry-After', async () => {
    // Pipelined on one connection.
    const socket = await open(place.url)
    const one = head('GET', '/api/tags', { Cookie: alice.cookieHeader() })
    socket.write(one.repeat(399) + head('GET', '/api/tags', { Cookie: alice.cookieHeader(), Connection: 'close' }))
    const text = await untilClosed(socket)
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
    expect(statuses).toHaveLength(400)
    expect(new Set(statuses)).toEqual(new Set(['200', '503']))
    expect(text.match(/HTTP\/1\.1 503[^]*?\r\n\r\n/)?.[0]).toMatch(/Retry-After: \d+/i)
  })
})

describe('a flood of one token', () => {
  it('S-V1-36 rule 50 gets a response to every request, mostly 429, and does not slow down reads of another user', async () => {
    const { body } = await alice.post<{ token: string }>('/v1/tokens', {})
    const headers = { authorization: `Bearer ${body.token}` }
    let isOver = false
    const client = async (): Promise<number[]> => {
      const statuses: number[] = []
      for (let i = 0; i < 60; i++) statuses.push((await alice.get('/v1/tokens/validate', headers)).status)
      return statuses
    }
    const flood = Promise.all(Array.from({ length: 10 }, client)).finally(() => (isOver = true))
    flood.catch(() => {}) // awaited below
    let reads = 0
    while (!isOver) {
      expect((await bob.get('/v1/tokens')).status).toBe(200)
      reads++
    }
    const statuses = Map.groupBy((await flood).flat(), status => status)
    expect([...statuses.keys()].toSorted()).toEqual([200, 429])
    expect(statuses.get(200)?.length).toBeGreaterThanOrEqual(120)
    // Each of the ten connections got sixty responses; refusals are faster than reads.
    expect(reads).toBeGreaterThan(5)
  })
})

describe('a client without a session', () => {
  it('is refused before the body is read, on every route that needs a session', async () => {
    const deep = '['.repeat(64 * KB)
    for (const path of ['/api/albums', '/api/albums/x/reorder', '/api/images', '/api/tags/apply', '/api/images/known'])
      // Only the start of the body is sent, so a server that reads it all first never responds.
      expect([path, await half(path, deep, 8 * MB)]).toEqual([path, 401])
  })

  it('may send up to 16 kB to public routes, without deep nesting', async () => {
    for (const path of ['/api/auth/login', '/api/auth/logout', '/api/shares/track', '/api/shares/public/x/unlock']) {
      const large = JSON.stringify({ username: 'x'.repeat(16 * KB), password: 'x' })
      expect([path, (await send(place.url, closing(path, large))).status]).toEqual([path, 413])
      const deep = '['.repeat(8000)
      expect([path, (await send(place.url, closing(path, deep))).status]).toEqual([path, 400])
    }
    const hidden = Buffer.from(`{"username":"${'['.repeat(100)}","password":"\\\\"}`)
    expect((await send(place.url, closing('/api/auth/login', hidden.toString()))).status).toBe(401)
  })

  const closing = (path: string, body: string) => head('POST', path, { ...json(body), Connection: 'close' }) + body
  async function half(path: string, begin: string, length: number): Promise<number> {
    const socket = await open(place.url)
    socket.write(head('POST', path, json(begin, undefined, length)) + begin)
    const status = await firstStatus(socket)
    socket.destroy()
    return status
  }
})

describe('a client with a session', () => {
  it('may send large bodies only to routes that need them, and no deep nesting', async () => {
    const { body: album } = await alice.post<http.Album>('/api/albums', { title: 'Much' })
    const ids = (bytes: number, name: string) => ({ [name]: Array.from({ length: bytes / 16 }, () => 'x'.repeat(13)) })
    expect((await alice.post('/api/albums', { title: 'x', ...ids(300 * KB, 'more') })).status).toBe(413)
    expect((await alice.post(`/api/albums/${album.id}/images`, ids(2 * MB, 'image_ids'))).status).toBe(413)
    expect((await alice.post(`/api/albums/${album.id}/reorder`, ids(9 * MB, 'order'))).status).toBe(413)
    expect((await alice.post(`/api/albums/${album.id}/reorder`, ids(MB, 'order'))).status).toBeLessThan(413)
    const deep = `{"title":"x","order":${'['.repeat(40)}${']'.repeat(40)}}`
    const headers = { ...json(deep, alice), Connection: 'close' }
    for (const path of ['/api/albums', `/api/albums/${album.id}/reorder`]) {
      const answer = await send(place.url, head('POST', path, headers) + deep)
      expect([path, answer.status, answer.body]).toEqual([path, 400, expect.stringContaining('nested too deeply')])
    }
  })

  it('cannot hide depth in another encoding', async () => {
    const body = Buffer.from(`["\u0122${'['.repeat(1000)}`, 'utf16le')
    const headers = { ...json(body, alice), 'Content-Type': 'application/json; charset=utf-16le', Connection: 'close' }
    expect((await send(place.url, head('POST', '/api/albums', headers) + body.toString('latin1'))).status).toBe(415)
  })
})

describe('connections', () => {
  const from = (localAddress: string) => open(place.url, { localAddress })

  it('are closed when head or body is slow, and when idle', async () => {
    const slow = await Promise.all([from('127.0.0.4'), from('127.0.0.4'), from('127.0.0.4')])
    // One of them sends nothing.
    const [inHead, inBody] = slow
    inHead?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    inBody?.write(head('POST', '/api/auth/login', json('', undefined, 1000)) + '{')
    // Bytes keep arriving, so that the idle limit does not close them.
    const drip = setInterval(() => {
      inHead?.write('X: y\r\n')
      inBody?.write(' ')
    }, 1000)
    for (const socket of slow) socket.on('data', () => undefined)
    await Promise.all(slow.map(closed))
    clearInterval(drip)
  })

  it('are closed when responses are not read, and do not block others', async () => {
    const socket = await from('127.0.0.5')
    socket.pause()
    const asset = head('GET', '/api/albums', { Cookie: alice.cookieHeader() })
    socket.write(asset.repeat(100))
    // Other pages of the same user still work.
    expect((await alice.get('/api/albums')).status).toBe(200)
    socket.destroy()
  })
})
