import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createSharedGallery } from '../../support/shared-gallery.ts'

const HALF_AN_HOUR = 30 * 60_000
const daymark = setUpDaymark()

async function visited() {
  const gallery = await createSharedGallery(daymark, { count: 1 })
  const { owner, link, token } = gallery
  const counted = async () => {
    const links = (await owner.get<http.Share[]>('/api/shares')).body
    return links.find(one => one.id === link.id) as http.Share
  }
  const open = (visitor: Visitor) => visitor.get(`/api/shares/public/${token}`)
  return { ...gallery, counted, open, views: async () => (await counted()).view_count }
}
const track = (visitor: Visitor, body: object) => visitor.post('/api/shares/track', { ...body })

describe('visits of a gallery', () => {
  it('S-SHARE-20 rule 42 are counted once per visitor, and again after half an hour', async () => {
    const { open, counted, views } = await visited()
    const [one, two] = [daymark.visitor(), daymark.visitor()]
    for (const visitor of [one, one, two]) expect((await open(visitor)).status).toBe(200)
    const { view_count, last_viewed_at } = await counted()
    expect(view_count).toBe(2)
    expect(Date.parse(last_viewed_at ?? '')).toBeLessThanOrEqual(daymark.clock.now().getTime())
    await daymark.clock.advance(HALF_AN_HOUR)
    await open(one)
    expect(await views()).toBe(3)
  })

  it('rule 42 recognize a visitor by a random cookie of this site and link', async () => {
    const { open, token } = await visited()
    const first = await open(daymark.visitor())
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/i)
    const [second = ''] = (await open(daymark.visitor())).headers.getSetCookie()
    expect(second.split(';')[0]).not.toBe(cookie.split(';')[0])
    const otherGallery = await createSharedGallery(daymark, { count: 0 })
    const [other = ''] = (
      await daymark.visitor().get(`/api/shares/public/${otherGallery.token}`)
    ).headers.getSetCookie()
    expect(other.split('=')[0]).not.toBe(cookie.split('=')[0])
    expect(token).not.toBe(otherGallery.token)
  })
})

describe('POST /api/shares/track', () => {
  it.each(['page_leave', 'lightbox_open', 'photo_view', 'lightbox_close', 'download'])(
    'S-TRK-01 S-PUB-18 accepts %s without signing in and answers 204',
    async event_type => {
      const { token, image, views } = await visited()
      const answer = await track(daymark.visitor(), { token, event_type, image_id: image.id })
      expect(answer).toMatchObject({ status: 204 })
      expect(answer.bytes).toHaveLength(0)
      expect(await views()).toBe(1)
    },
  )

  it('rule 42 finds the link by token, share_token, event_data.token or Referer', async () => {
    const { token, views } = await visited()
    const event_type = 'photo_view'
    const ways: [object, Record<string, string>?][] = [
      [{ token, event_type }],
      [{ share_token: token, event_type }],
      [{ event_type, event_data: { token } }],
      [{ event_type }, { referer: `${daymark.url}/share/${token}` }],
    ]
    for (const [body, headers] of ways) await track(daymark.visitor(headers), body)
    expect(await views()).toBe(4)
  })

  it('rule 42 accepts any content type, as beacons send it', async () => {
    const { token, views } = await visited()
    for (const type of ['text/plain;charset=UTF-8', 'application/json', 'application/octet-stream']) {
      const body = JSON.stringify({ token, event_type: 'page_leave' })
      const answer = await fetch(`${daymark.url}/api/shares/track`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(204)
    }
    expect(await views()).toBe(3)
  })

  it('rule 42 rejects an unknown event and ignores an unknown link', async () => {
    const { token, views } = await visited()
    expect((await track(daymark.visitor(), { token, event_type: 'page_view' })).status).toBe(400)
    expect((await track(daymark.visitor(), { token, event_type: 'dance' })).status).toBe(400)
    expect((await track(daymark.visitor(), { token: 'unknown', event_type: 'photo_view' })).status).toBe(204)
    expect((await track(daymark.visitor(), { event_type: 'photo_view' })).status).toBe(204)
    expect(await views()).toBe(0)
  })
})
