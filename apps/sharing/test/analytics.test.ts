import { randomUUID } from 'node:crypto'
import { anonymous, sharing, type Input, type LinkView } from '@daymark/contracts'
import { DeleteOldEvents, DeleteVisits } from '../src/visits/retention.jobs.ts'
import { PublishingLibrary, readyPhoto } from './publishing-library.ts'
import { SharingServices } from './sharing-services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

async function watched(count = 2) {
  const library = new PublishingLibrary(w.services)
  const photos = Array.from({ length: count }, () => readyPhoto(library.ownerId))
  const album = await library.album({ photos })
  const link = await w.create(album, library.actor)
  await w.plan(library.ownerId, 'professional')
  const analytics = (more: Partial<Input<typeof sharing.getAnalytics>> = {}, actor = library.actor) =>
    w.services.rpc.call(sharing.getAnalytics, { id: link.id, days: 30, timeZone: 'UTC', ...more }, actor)
  const see = (more: Parameters<SharingServices['track']>[1] = {}) => w.track(link.token, more)
  return {
    library,
    ready: photos,
    photos: photos.map(({ photoId }) => photoId),
    link,
    actor: library.actor,
    analytics,
    see,
  }
}
const PICKS = { minimum: null, maximum: null, review: false, notes: true, deadline: '' }
/** As a visitor of the link does it. */
async function pickOne({ token }: LinkView, photoId: string) {
  const { key } = await w.services.rpc.call(
    sharing.beginPicks,
    { token, name: 'Anna', address: '192.0.2.1' },
    anonymous,
  )
  const said = { photoId, choice: 'picked' as const, choiceAt: '1800000000000-0000-aaaaaaaa', note: '', noteAt: '' }
  await w.services.rpc.call(sharing.changePicks, { token, key, changes: [said] }, anonymous)
}
const after = (ms: number) => w.services.clock.advance(ms)
const sql = (text: string, params: unknown[] = []) => w.services.db('sharing').sql<{ n: number }>(text, params)

describe('analytics of a link', () => {
  it('S-TRK-04 forget a photo that was deleted', async () => {
    const { analytics, see, ready, photos, library } = await watched()
    for (const photoId of photos) await see({ photoId })
    if (ready[0]) await library.deletePhoto(ready[0])
    await w.services.settle()
    const { topPhotos, totalPhotoViews } = await analytics()
    expect(topPhotos.map(({ photoId }) => photoId)).toEqual([photos[1]])
    expect(totalPhotoViews).toBe(2)
  })

  it('S-TRK-08 durations are seconds, of activity and of what the page says when it is left', async () => {
    // from here on time passes by `after` alone: seconds are compared
    w.services.clock.hold()
    const { analytics, see } = await watched()
    const leave = (visitorId: string, duration_seconds: number) =>
      see({ eventType: 'page_leave', visitorId, eventData: { duration_seconds } })
    await see({ eventType: 'page_view', visitorId: 'stays' })
    after(90_000)
    await see({ visitorId: 'stays' })
    await see({ eventType: 'page_view', visitorId: 'leaves' })
    await leave('leaves', 30)
    expect((await analytics()).avgDuration).toBe(60)
    await leave('leaves', 1e9)
    const { visits, avgDuration } = await analytics()
    const lasted = (visitorId: string) => visits.find(one => one.visitorId === visitorId)?.durationSeconds
    expect(lasted('stays')).toBe(90)
    expect(lasted('leaves')).toBe(30 * 60)
    expect(avgDuration).toBe((90 + 1800) / 2)
  })

  it('S-TRK-08 are the same in whatever order arrives what is sent while the page is left', async () => {
    const visitOf = async (turn: <T>(events: T[]) => T[]) => {
      const { analytics, see, photos } = await watched()
      const [photoId = ''] = photos
      await see({ eventType: 'page_view' })
      after(20_000)
      for (const event of turn([
        { eventType: 'photo_view' as const, photoId },
        { eventType: 'download' as const, photoId, eventData: { type: 'single_image', count: 1 } },
        { eventType: 'lightbox_close' as const, photoId },
        { eventType: 'page_leave' as const, eventData: { duration_seconds: 300 } },
      ]))
        await see(event)
      const { totalVisits, totalPhotoViews, avgDuration, topPhotos, visits, downloads } = await analytics()
      const counted = topPhotos.map(({ views, downloads: taken }) => ({ views, taken }))
      const lasted = visits.map(({ durationSeconds, photoViews }) => ({ durationSeconds, photoViews }))
      return { totalVisits, totalPhotoViews, avgDuration, downloads, counted, lasted }
    }
    const inOrder = await visitOf(events => events)
    expect(inOrder).toMatchObject({ totalPhotoViews: 1, avgDuration: 300, counted: [{ views: 1, taken: 1 }] })
    expect(await visitOf(events => events.toReversed())).toEqual(inOrder)
  })
})

describe('the figures', () => {
  it('count an event that comes twice, or on two replicas at once, once', async () => {
    const { analytics, see, photos } = await watched()
    const eventId = randomUUID()
    const same = { eventId, photoId: photos[0], visitorId: 'v' }
    await see({ eventType: 'page_view', visitorId: 'v' })
    await Promise.all(Array.from({ length: 8 }, () => see(same)))
    await see({ eventType: 'download', eventData: { type: 'album_zip', count: 2 }, eventId: 'one', visitorId: 'v' })
    await see({ eventType: 'download', eventData: { type: 'album_zip', count: 2 }, eventId: 'one', visitorId: 'v' })
    const { totalPhotoViews, totalVisits, topPhotos, downloads } = await analytics()
    expect({ totalPhotoViews, totalVisits }).toEqual({ totalPhotoViews: 1, totalVisits: 1 })
    expect([topPhotos[0]?.views, downloads[0]?.downloads]).toEqual([1, 1])
    // what another visitor calls the same is another event
    await see({ ...same, visitorId: 'somebody else' })
    expect((await analytics()).totalPhotoViews).toBe(2)
  })

  it('outlive single events, which are kept for 90 days', async () => {
    const { analytics, see, link } = await watched()
    const kept = async () =>
      (
        await sql('SELECT count(*)::int AS n FROM visit_events e JOIN visits v ON v.id = visit_id WHERE link_id = $1', [
          link.id,
        ])
      )[0]?.n
    await see()
    after(89 * DAY)
    await see({ visitorId: 'later' })
    await w.services.runJob('sharing', DeleteOldEvents)
    expect(await kept()).toBe(2)
    after(DAY + MINUTE)
    await Promise.all([w.services.runJob('sharing', DeleteOldEvents), w.services.runJob('sharing', DeleteOldEvents)])
    expect(await kept()).toBe(1)
    expect(await analytics()).toMatchObject({ totalVisits: 2, uniqueVisitors: 2, totalPhotoViews: 2 })
  })

  it('go with the link, at once for everybody and soon from the database', async () => {
    const { analytics, see, link, actor, photos } = await watched()
    await see({ photoId: photos[0] })
    await see({ eventType: 'download', eventData: { type: 'album_zip', count: 1 } })
    await w.services.rpc.call(sharing.updateLink, { id: link.id, picks: PICKS }, actor)
    await pickOne(link, photos[0]!)
    await w.services.rpc.call(sharing.updateLink, { id: link.id, comments: { shared: false } }, actor)
    const said = { token: link.token, photoId: photos[0]!, name: 'Ben', text: 'Brighter?', address: '192.0.2.1' }
    await w.services.rpc.call(sharing.writeComment, said, anonymous)
    await w.services.rpc.call(sharing.updateLink, { id: link.id, firstLook: { expected: null, note: '' } }, actor)
    const asked = { token: link.token, email: 'ben@example.org', address: '192.0.2.1' }
    await w.services.rpc.call(sharing.subscribeToCompletion, asked, anonymous)
    await w.services.rpc.call(sharing.deleteLink, { id: link.id }, actor)
    await expect(analytics()).rejects.toMatchObject({ code: 'share_not_found' })
    const left = async () => {
      const figures = ['visits', 'visit_hours', 'visit_photos', 'visit_downloads']
      const tables = [...figures, 'pick_lists', 'picks', 'comment_threads', 'comments']
      tables.push('first_look_subscribers', 'link_tombstones')
      const counts = tables.map(table => sql(`SELECT count(*)::int AS n FROM ${table} WHERE link_id = $1`, [link.id]))
      return (await Promise.all(counts)).map(([row]) => row?.n)
    }
    // as long as the link can come back
    expect(await left()).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 0])
    await w.services.rpc.call(sharing.purgeTrash, { linkIds: [link.id], all: false }, actor)
    expect(await left()).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 1])
    after(2 * MINUTE)
    await w.services.runJob('sharing', DeleteVisits)
    expect(await left()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  })
})
