import { setTimeout as delay } from 'node:timers/promises'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { freePort, Visitor } from '@daymark/testing/outside'
import { Heap } from './support/heap.ts'
import { install, type Installation } from '../support/installation.ts'
import { type Picture, pictures } from '../support/pictures.ts'

const MB = 1024 * 1024
/** Time for caches to fill, code to be compiled and pools to grow. */
const WARM_UP_MS = 12_000
/** DAYMARK_TEST_MEMORY_MINUTES=30 npm test -- memory-growth */
const LOAD_MS = Number(process.env['DAYMARK_TEST_MEMORY_MINUTES'] ?? 0.4) * 60_000
const SAMPLES = 6
/** Caches that are bounded by count may still grow; those bounded by bytes are small in this test. */
const MAX_GROWTH = 6 * MB
const CLIENTS = 4

jest.setTimeout(LOAD_MS * 2 + 240_000)

/** Only with all services in one process; the same code runs over NATS. */
const onMemory = process.env['DAYMARK_TEST_BUS'] === 'nats' ? describe.skip : describe

onMemory(`memory under ${LOAD_MS / 60_000} minutes of mixed load`, () => {
  let place: Installation
  let port = 0
  beforeAll(async () => {
    port = await freePort()
    place = await install('memory', {
      NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
      DAYMARK_LOG_LEVEL: 'error',
      DAYMARK_GATEWAY_CACHE_MB: '3',
    })
  })
  afterAll(() => place?.stop())

  it('stays flat after the warm-up', async () => {
    const owner = await place.photographer()
    const files = await pictures(4)
    const heap = await Heap.of(port)
    const ending = new AbortController()
    const load = Array.from({ length: CLIENTS }, (_, n) =>
      client({ place, owner, file: files[n], signal: ending.signal }),
    )
    const rounds = Promise.all(load)
    await Promise.race([delay(WARM_UP_MS), rounds])
    const kept: number[] = []
    for (let n = 0; n <= SAMPLES; n++) {
      kept.push(await heap.kept())
      if (n < SAMPLES) await Promise.race([delay(LOAD_MS / SAMPLES), rounds])
    }
    ending.abort()
    const done = (await rounds).reduce((sum, n) => sum + n, 0)
    heap.close()
    console.log(`${done} rounds; kept MB: ${kept.map(bytes => (bytes / MB).toFixed(1)).join(' ')}`)
    expect(done).toBeGreaterThan(CLIENTS)
    // single samples include running work, so compare the minimum of each half
    const [before, after] = [Math.min(...kept.slice(0, 3)), Math.min(...kept.slice(-3))]
    expect(after - before).toBeLessThan(MAX_GROWTH)
  })
})

type Load = { place: Installation; owner: Visitor; file: Picture | undefined; signal: AbortSignal }

/** Repeats typical requests; each round removes what it creates. */
async function client({ place, owner, file, signal }: Load): Promise<number> {
  let rounds = 0
  for (; !signal.aborted; rounds++) {
    const { body: photo } = await owner.upload<http.Image>('/api/images', file ?? '')
    const { body: album } = await owner.post<http.Album>('/api/albums', { title: `Round ${rounds}` })
    await owner.post(`/api/albums/${album.id}/images`, { image_id: photo.id })
    const { body: link } = await owner.post<http.Share>('/api/shares', { album_id: album.id })
    const visitor = new Visitor(place.url)
    const stem = photo.filename.replace(/\.[^.]+$/, '')
    for (let n = 0; n < 10; n++) {
      await visitor.get(`/api/shares/public/${link.token}`)
      await visitor.get(`/media/share/sm/${stem}.jpg?token=${link.token}`)
      await owner.get('/api/images?limit=50')
      await owner.get(`/media/originals/${photo.filename}`)
      await owner.get(`/media/variants/md/${stem}.jpg`)
      await owner.patch(`/api/images/${photo.id}`, { caption: `Caption ${n}` })
    }
    for (const path of ['/api/events', `/media/originals/${photo.filename}`]) await leaveEarly(place.url + path, owner)
    await new Visitor(place.url).post('/api/auth/login', {
      username: `unknown-${rounds}@daymark.test`,
      password: 'wrong',
    })
    await owner.delete(`/api/albums/${album.id}`)
    await owner.delete(`/api/images/${photo.id}`)
  }
  return rounds
}

/** Disconnects as soon as the response starts. */
async function leaveEarly(url: string, visitor: Visitor): Promise<void> {
  const leaving = new AbortController()
  const cookie = visitor.cookieHeader()
  await fetch(url, { headers: { cookie }, signal: leaving.signal })
  leaving.abort()
}
