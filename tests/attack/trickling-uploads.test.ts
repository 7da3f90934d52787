import { pollUntil } from '@daymark/testing/outside'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'
import { progressOf, resumable, startPartialUpload } from '../support/raw-requests.ts'

/** Stretches of time over which uploads are measured: nobody is held up for most of one. */
const STRETCH_MS = Math.ceil(2) * 1000

describe('uploads that trickle', () => {
  let place: Installation
  let starter: Visitor
  let other: Visitor
  let bytes: Buffer
  beforeAll(async () => {
    place = await install('memory', {
      DAYMARK_GATEWAY_UPLOAD_RATE_SECONDS: String(STRETCH_MS / 1000),
      // a kilobyte in a stretch
      DAYMARK_GATEWAY_UPLOAD_BYTES_PER_SECOND: String(Math.floor(1_000_000 / STRETCH_MS)),
    })
    starter = await place.createUser({ tier: 'starter' })
    other = await place.photographer()
    bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(20 * 1024 * 1024, 1)])
  })
  afterAll(() => place?.stop())

  it('take no place from others, and are ended; what can be resumed is held', async () => {
    const key = 'trickling'
    const sockets: Socket[] = []
    for (let n = 0; n < 64; n++) {
      const headers = n === 0 ? resumable(key) : {}
      const socket = await startPartialUpload(starter, bytes, { until: n === 0 ? 1_000_000 : 64, headers })
      sockets.push(socket.resume())
    }
    const dripping = setInterval(() => sockets.forEach(socket => socket.writable && socket.write('x')), 300)
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    expect((await other.upload('/api/images', picture)).status).toBe(201)
    // Those that got a place lose it, though they go on; a refusal leaves time to read it.
    await pollUntil('the beginning is held', async () => (await progressOf(starter, key)).offset >= 1_000_000)
    expect((await starter.upload('/api/images', picture)).status).toBe(201)
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  })

  it('do not include a slow line that gets on', async () => {
    const [picture] = await pictures(1)
    const small = picture?.bytes.subarray(0, 26_000) ?? Buffer.alloc(0)
    const socket = await startPartialUpload(other, small, { until: 0, headers: {} })
    let answer = ''
    socket.on('data', chunk => (answer += chunk.toString()))
    // 8 kB in a stretch: far above the least, also where this process is held up, for three of them.
    for (let at = 0; at < small.length; at += 1000) {
      socket.write(small.subarray(at, at + 1000))
      await delay(STRETCH_MS / 8)
    }
    socket.write('\r\n--daymark-test--\r\n')
    await pollUntil('it is answered', async () => answer.includes('HTTP/1.1'))
    expect(answer).toMatch(/^HTTP\/1\.1 201/)
    socket.destroy()
    expect((await other.get<http.ImageList>('/api/images')).body.total).toBe(2)
  })
})
