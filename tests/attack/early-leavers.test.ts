import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pollUntil } from '@daymark/testing/outside'
import { setUpDaymark } from '../support/daymark.ts'
import { createSharedGallery } from '../support/shared-gallery.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const LEAVERS = 10_000
const AT_ONCE = 25

describe('clients that disconnect early', () => {
  const daymark = setUpDaymark({ bus: 'memory' })
  let port: number
  beforeAll(() => {
    port = Number(new URL(daymark.url).port)
  })

  /** Sends a request and disconnects before the response. */
  async function leave(requests: string): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    await new Promise<void>(written => socket.write(requests, () => written()))
    socket.resetAndDestroy()
  }
  async function leaveOften(count: number, requests: string): Promise<void> {
    let left = count
    const next = async (): Promise<void> => {
      while (left-- > 0) await leave(requests)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }
  /** Heap in use, after the abandoned requests have ended and been collected. */
  async function heap(): Promise<number> {
    let last = Infinity
    for (;;) {
      await daymark.visitor().get('/api/health')
      collect()
      const now = process.memoryUsage().heapUsed
      if (now > last - 200_000) return Math.min(now, last)
      last = now
    }
  }

  it(`leave nothing in memory after ${LEAVERS} ZIP requests`, async () => {
    const { token } = await createSharedGallery(daymark, { count: 2 })
    const request = `GET /api/shares/public/${token}/download HTTP/1.1\r\nHost: x\r\n\r\n`
    await leaveOften(500, request)
    const before = await heap()
    await leaveOften(LEAVERS, request)
    // Some requests may still be waiting for the database.
    await pollUntil('less than 1 kB of memory per disconnect', async () => {
      const grown = (await heap()) - before
      if (grown / LEAVERS < 1000) return true
      throw new Error(`${Math.round(grown / LEAVERS)} bytes`)
    })
  })

  it('do not evict an event stream that stays connected', async () => {
    const owner = await daymark.createUser()
    const cookie = owner.cookieHeader()
    const request = `GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`
    const page = await fetch(`${daymark.url}/api/events`, { headers: { cookie } })
    const reader = page.body!.getReader()
    await reader.read()
    await leaveOften(100, request)
    // The same, queued behind a response that is not read.
    await leaveOften(100, `GET /api/images HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n${request}`)
    await owner.post('/api/albums', { title: 'New' })
    let text = ''
    for (let got = await reader.read(); !text.includes('album.changed'); got = await reader.read()) {
      if (got.done) throw new Error('the remaining event stream has ended')
      text += Buffer.from(got.value).toString()
      if (text.includes('album.changed')) break
    }
    await reader.cancel()
  })
})
