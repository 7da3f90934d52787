import { pollUntil } from '@daymark/testing/outside'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'

describe('a client that disconnects during an upload', () => {
  let place: Installation
  let user: Visitor
  beforeAll(async () => {
    place = await install('memory')
    user = await place.photographer()
  })
  afterAll(() => place?.stop())

  it.each([1, 50, 99])('after %i %% leaves no file, photo or storage use', async percent => {
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    await sendPart(place.url, user, picture.bytes, percent)
    await pollUntil('nothing is stored', async () => place.objects().length === 0)
    const { body } = await user.get<http.ImageList>('/api/images')
    expect(body.total).toBe(0)
    const { body: analytics } = await user.get<{ totalStorage: number }>('/api/analytics')
    expect(analytics.totalStorage).toBe(0)
  })

  it('does not affect later uploads', async () => {
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    expect((await user.upload('/api/images', picture)).status).toBe(201)
  })
})

/** Announces the whole file, sends a part of it and resets the connection. */
async function sendPart(url: string, user: Visitor, bytes: Buffer, percent: number): Promise<void> {
  const boundary = 'daymark-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="gone.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  const length = head.length + bytes.length + `\r\n--${boundary}--\r\n`.length
  const { hostname, port } = new URL(url)
  const cookie = user.cookieHeader()
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /api/images HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n${head}`,
  )
  const part = bytes.subarray(0, Math.ceil((bytes.length * percent) / 100))
  await new Promise<void>(resolve => socket.write(part, () => resolve()))
  socket.resetAndDestroy()
  await once(socket, 'close')
}
