import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createSharedGallery, stem } from '../../support/shared-gallery.ts'

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const daymark = setUpDaymark()

async function visited() {
  const gallery = await createSharedGallery(daymark)
  const { owner, link, token } = gallery
  const request = (query = '', who: Visitor = owner) =>
    who.get<http.ShareAnalytics & { code?: string }>(`/api/shares/${link.id}/analytics${query}`)
  const open = async (visitor: Visitor = daymark.visitor()) => {
    await visitor.get(`/api/shares/public/${token}`)
    return visitor
  }
  const track = async (visitor: Visitor, event: object) =>
    expect((await visitor.post('/api/shares/track', { token, ...event })).status).toBe(204)
  return { ...gallery, request, open, track, analytics: async () => (await request()).body }
}

describe('GET /api/shares/{id}/analytics', () => {
  it('S-TRK-03 S-TRK-04 S-TRK-05 S-TRK-06 S-TRK-07 answers the recorded activity of visitors', async () => {
    const { link, images, open, track, analytics } = await visited()
    const [first, second] = [await open(), await open()]
    for (const image of [images[1], images[0], images[1]])
      await track(first, { event_type: 'photo_view', image_id: image?.id })
    await track(second, { event_type: 'photo_view', image_id: images[1]?.id })
    const found = await analytics()
    expect(found).toMatchObject({
      uniqueVisitors: 2,
      totalVisits: 2,
      totalPhotoViews: 4,
      avgDuration: expect.any(Number),
    })
    expect(found.share).toMatchObject({ id: link.id, album_title: 'Summer', view_count: 2 })
    expect(found.topPhotos).toEqual(
      [images[1], images[0]].map((image, i) => ({
        image_id: image?.id,
        filename: image?.filename,
        original_filename: image?.original_filename,
        title: image?.title,
        view_count: 3 - 2 * i,
        download_count: 0,
        thumbnail_url: `/media/variants/sm/${stem(image?.filename ?? '')}.jpg`,
      })),
    )
    expect(found.visits).toHaveLength(2)
    expect(found.visits[0]).toEqual({
      id: expect.any(String),
      started_at: expect.any(String),
      visitor_id: expect.any(String),
      page_views: 1,
      photo_views: 1,
      duration_seconds: expect.any(Number),
    })
  })

  it('S-TRK-08 S-TRK-02 shows durations in seconds, and downloads by their type', async () => {
    const { image, open, track, analytics } = await visited()
    const startedAt = daymark.clock.now()
    const visitor = await open()
    await daymark.clock.advance(20_000)
    await track(visitor, { event_type: 'download', event_data: { type: 'album_zip', count: 2 } })
    await track(visitor, { event_type: 'download', image_id: image.id, event_data: { type: 'single_image', count: 1 } })
    await daymark.clock.advance(22_000)
    await track(visitor, { event_type: 'page_leave', event_data: { duration_seconds: 42 } })
    // time passes while the calls are answered
    const longest = Math.ceil((+daymark.clock.now() - +startedAt) / 1000)
    const { avgDuration, downloads, visits } = await analytics()
    expect(avgDuration).toBeGreaterThanOrEqual(42)
    expect(avgDuration).toBeLessThanOrEqual(longest)
    expect(visits[0]?.duration_seconds).toBe(avgDuration)
    expect(downloads).toEqual([
      { type: 'album_zip', count: 1, photo_count: 2 },
      { type: 'single_image', count: 1, photo_count: 1 },
    ])
  })

  it('has the last days and their hours in the given time zone', async () => {
    const { open, request } = await visited()
    await open()
    const { body } = await request('?days=7&time_zone=Pacific/Auckland')
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' }).format(daymark.clock.now())
    expect(body.viewsPerDay.map(({ visits }) => visits)).toEqual([0, 0, 0, 0, 0, 0, 1])
    expect(body.viewsPerDay.at(-1)?.day).toBe(today)
    expect(body.viewsPerHour.filter(({ visits }) => visits)).toHaveLength(1)
    expect((await request()).body.viewsPerDay).toHaveLength(30)
    expect((await request('?days=100000')).body.viewsPerDay).toHaveLength(366)
    for (const value of ['?days=0', '?days=-1', '?days=x', '?time_zone=Atlantis', '?time_zone=%00'])
      expect([value, (await request(value)).status]).toEqual([value, 400])
  })

  it('S-TRK-09 S-SHARE-20 rule 14 rule 42 requires the owner and counts neither the owner nor robots', async () => {
    const { request, open, owner } = await visited()
    await open(owner)
    await open(daymark.visitor({ 'user-agent': GOOGLE }))
    const share = { view_count: 0, last_viewed_at: null }
    expect((await request()).body).toMatchObject({ share, uniqueVisitors: 0, totalVisits: 0, visits: [] })
    expect((await request('', daymark.visitor())).status).toBe(401)
    expect(await request('', await daymark.createUser())).toMatchObject({
      status: 404,
      body: { code: 'share_not_found' },
    })
    expect((await owner.get('/api/shares/unknown/analytics')).status).toBe(404)
  })

  it('rule 42 counts a repeated event once and stores no IP address', async () => {
    const { image, open, track, analytics, link } = await visited()
    const visitor = await open()
    const event = { event_type: 'photo_view', image_id: image.id, event_id: 'a1b2c3' }
    await Promise.all([track(visitor, event), track(visitor, event)])
    await track(visitor, { ...event, event_id: 'odd id\u0000' })
    expect((await analytics()).totalPhotoViews).toBe(2)
    const stored = await daymark
      .db('sharing')
      .sql(
        'SELECT to_jsonb(v) || to_jsonb(e) AS row FROM visits v JOIN visit_events e ON visit_id = v.id WHERE link_id = $1',
        [link.id],
      )
    expect(stored).toHaveLength(3)
    expect(JSON.stringify(stored)).not.toMatch(/127\.0\.0\.1|::1/)
  })
})
