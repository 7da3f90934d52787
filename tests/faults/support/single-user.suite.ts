import { randomUUID } from 'node:crypto'
import { type http, RESUMABLE_ABOVE_BYTES } from '@daymark/contracts'
import { pollUntil, Visitor } from '@daymark/testing/outside'
import { continueUpload, interruptUpload, progressOf, resumable } from '../../support/raw-requests.ts'
import type { Installation } from '../../support/installation.ts'
import { openEventStream } from '../../support/event-stream.ts'
import type { SignedInUser } from '../../support/accounts.ts'
import { brokenJpeg } from '../../support/pictures.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { withinASecond } from '../../support/waiting.ts'

/** A user whose requests are distributed over two gateways, as behind a load balancer. */
export function singleUserSuite(place: () => Installation): void {
  let owner: SignedInUser
  const at = (n: number) => place().urls[n] ?? ''
  /** The cookies of the same browser. */
  const cookie = () => owner.cookieHeader()
  const browserAt = (n: number) => new Visitor(at(n), { cookie: cookie() })
  beforeAll(async () => void (owner = await place().createUser({ tier: 'studio' })))

  it('an upload that is interrupted on one gateway can be resumed on the other', async () => {
    const bytes = brokenJpeg(RESUMABLE_ABOVE_BYTES + 1_000_000)
    const there = browserAt(1)
    const key = randomUUID()
    await interruptUpload(owner, bytes, { until: bytes.length / 2, headers: resumable(key) })
    await pollUntil('the first half is stored', async () => (await progressOf(there, key)).offset > 0)
    const { offset } = await progressOf(there, key)
    const { status, body } = await continueUpload(there, key, { bytes, offset })
    expect(status).toBe(201)
    for (const one of [owner, there])
      expect((await one.get(`/media/originals/${body.filename}`)).bytes.equals(bytes)).toBe(true)
  })

  it('an open page on one gateway receives changes that are made on the other', async () => {
    const page = await openEventStream(at(1), owner)
    const receives = async (what: string, id: string) => {
      const isReceived = async () => page.changes.some(one => one.type === 'album.changed' && one.album_id === id)
      await pollUntil(`${what} is received`, isReceived)
      page.changes.length = 0
    }
    const { body } = await owner.post<{ id: string }>(`${at(0)}/api/albums`, { title: 'Received' })
    await receives('the album', body.id)
    await owner.patch(`${at(0)}/api/albums/${body.id}`, { title: 'Changed' })
    await receives('its change', body.id)
    await owner.delete(`${at(0)}/api/albums/${body.id}`)
    await receives('its deletion', body.id)
    page.stop()
    await page.ended
  })

  it('alternating changes of an album on both gateways have the same result on both', async () => {
    const { body: album } = await owner.post<{ id: string }>('/api/albums', { title: '0' })
    for (let n = 1; n <= 12; n++)
      expect((await owner.patch(`${at(n % 2)}/api/albums/${album.id}`, { title: String(n) })).status).toBe(200)
    const title = async (n: number) => (await owner.get<http.Album>(`${at(n)}/api/albums/${album.id}`)).body.title
    expect([await title(0), await title(1)]).toEqual(['12', '12'])
    const { token } = await createLink(owner, { album_id: album.id })
    const shown = async (n: number) =>
      (await new Visitor(at(n)).get<http.PublicShare>(`/api/shares/public/${token}`)).body.album.title
    await pollUntil('visitors of both see the last title', async () =>
      [await shown(0), await shown(1)].every(one => one === '12'),
    )
  })

  it('a session is valid on both gateways, and signing out on one ends it on the other within a second', async () => {
    const isIn = async () => (await owner.get(`${at(1)}/api/auth/me`)).status === 200
    const kept = browserAt(1)
    expect(await isIn()).toBe(true)
    expect((await owner.post(`${at(0)}/api/auth/logout`)).status).toBeLessThan(300)
    await withinASecond('signed out there', async () => (await kept.get('/api/auth/me')).status === 401)
  })
}
