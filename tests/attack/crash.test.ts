import { type http, MB } from '@daymark/contracts'
import { Visitor } from '@daymark/testing/outside'
import type { SignedInUser } from '../support/accounts.ts'
import { install, type Installation } from '../support/installation.ts'
import { head, open } from './support/raw.ts'
import { brokenJpeg } from '../support/pictures.ts'

let place: Installation
let user: SignedInUser
let original: string
beforeAll(async () => {
  place = await install('memory')
  user = await place.createUser({ tier: 'studio' })
  const bytes = brokenJpeg(25 * MB)
  const { body } = await user.upload<http.Image>('/api/images', { name: 'large.jpg', bytes })
  original = `/media/originals/${body.filename}`
})
afterAll(() => place?.stop())

const cookie = () => ({ Cookie: user.cookieHeader() })
/** Checks that the process still answers and logged no uncaught error. */
async function expectAlive(): Promise<void> {
  expect((await place.visitor().get('/healthz')).status).toBe(200)
  const [server] = place.servers
  expect([server?.running, server?.log]).toEqual([true, expect.not.stringContaining('uncaught')])
}

/** Ends another session of the user, then makes changes that are sent to all their open event streams. */
async function signOutElsewhereAndChange(): Promise<void> {
  const elsewhere = new Visitor(place.url)
  await elsewhere.post('/api/auth/login', { username: user.email, password: user.password })
  await elsewhere.post('/api/auth/logout')
  for (let n = 0; n < 3; n++) await user.post('/api/albums', { title: `Change ${n}` })
  await place.settle()
}

describe('the process survives', () => {
  it('an event stream queued behind a response that is not read', async () => {
    const socket = await open(place.url)
    socket.pause()
    socket.write(head('GET', original, cookie()) + head('GET', '/api/events', cookie()))
    await user.get('/api/tags')
    await signOutElsewhereAndChange()
    await expectAlive()
    socket.resume()
    await signOutElsewhereAndChange()
    socket.destroy()
    await expectAlive()
  })

  it('many of these connections, reset in every phase', async () => {
    const phases = [head('GET', '/api/events', cookie()), head('GET', original, cookie())]
    const requests = [...phases, phases[1] + (phases[0] ?? ''), phases.join('').repeat(12)]
    for (const request of requests)
      for (const phase of ['at once', 'in the middle of the head', 'while it is answered', 'after a change']) {
        const socket = await open(place.url)
        socket.pause()
        socket.write(phase === 'in the middle of the head' ? request.slice(0, -20) : request)
        if (phase !== 'at once') await user.get('/api/tags')
        if (phase === 'after a change') await signOutElsewhereAndChange()
        socket.resetAndDestroy()
      }
    await signOutElsewhereAndChange()
    await expectAlive()
  })

  it('truncated bodies, on routes with and without a body', async () => {
    const sent = { ...cookie(), 'Content-Type': 'application/json', 'Content-Length': '100000' }
    for (const path of [
      '/api/albums',
      '/api/auth/login',
      '/api/images',
      '/api/shares/track',
      '/no/such/route',
      original,
    ])
      for (const part of ['', '{"title":', '{"title":"x"}']) {
        const socket = await open(place.url)
        socket.write(head('POST', path, sent) + part)
        await user.get('/api/tags')
        socket.resetAndDestroy()
      }
    await expectAlive()
  })

  it('invalid HTTP', async () => {
    for (const words of [
      '\r\n\r\n',
      'GET\r\n\r\n',
      'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      '\x16\x03\x01\x00',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'x'.repeat(200_000)} HTTP/1.1\r\n\r\n`,
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'POST /api/albums HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    ]) {
      const socket = await open(place.url)
      socket.write(words)
      await user.get('/api/tags')
      socket.resetAndDestroy()
    }
    await expectAlive()
  })
})
