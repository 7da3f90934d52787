import { randomUUID } from 'node:crypto'
import { anonymous, sharing, type Input, type LinkView } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { DeleteOldEvents, DeleteVisits } from '../src/visits/retention.jobs.ts'
import { SharingServices, sharedAlbum } from './sharing-services.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const env = setUp(() => SharingServices.start())

async function createTrackedLink(count = 2) {
  const shared = await sharedAlbum(env, {}, count)
  const { library, link, photos } = shared
  await env.setPlan(library.ownerId, 'professional')
  const analytics = (more: Partial<Input<typeof sharing.getAnalytics>> = {}, actor = library.actor) =>
    env.services.rpc.call(sharing.getAnalytics, { id: link.id, days: 30, timeZone: 'UTC', ...more }, actor)
  const track = (more: Parameters<SharingServices['track']>[1] = {}) => env.track(link.token, more)
  return { ...shared, ready: photos, photos: photos.map(({ photoId }) => photoId), analytics, track }
}
const PICKS = { minimum: null, maximum: null, review: false, notes: true, deadline: '' }
/** Adds a photo to the pick list of a visitor. */
async function addPick({ token }: LinkView, photoId: string) {
  const { key } = await env.services.rpc.call(
    sharing.beginPicks,
    { token, name: 'Anna', address: '192.0.2.1' },
    anonymous,
  )
  const change = { photoId, choice: 'picked' as const, choiceAt: '1800000000000-0000-aaaaaaaa', note: '', noteAt: '' }
  await env.services.rpc.call(sharing.changePicks, { token, key, changes: [change] }, anonymous)
}
const advance = (ms: number) => env.services.clock.advance(ms)
const sql = (text: string, params: unknown[] = []) => env.services.db('sharing').sql<{ n: number }>(text, params)

describe('analytics of a link', () => {
  it('S-TRK-04: omit a deleted photo', async () => {
    const { analytics, track, ready, photos, library } = await createTrackedLink()
    for (const photoId of photos) await track({ photoId })
    if (ready[0]) await library.deletePhoto(ready[0])
    await env.services.settle()
    const { topPhotos, totalPhotoViews } = await analytics()
    expect(topPhotos.map(({ photoId }) => photoId)).toEqual([photos[1]])
    expect(totalPhotoViews).toBe(2)
  })

  it('S-TRK-08: contain durations in seconds, from activity and from what the page reports when it is closed', async () => {
    // the clock is stopped, so that the seconds can be compared
    env.services.clock.hold()
    const { analytics, track } = await createTrackedLink()
    const leave = (visitorId: string, duration_seconds: number) =>
      track({ eventType: 'page_leave', visitorId, eventData: { duration_seconds } })
    await track({ eventType: 'page_view', visitorId: 'stays' })
    advance(90_000)
    await track({ visitorId: 'stays' })
    await track({ eventType: 'page_view', visitorId: 'leaves' })
    await leave('leaves', 30)
    expect((await analytics()).avgDuration).toBe(60)
    await leave('leaves', 1e9)
    const { visits, avgDuration } = await analytics()
    const durationOf = (visitorId: string) => visits.find(one => one.visitorId === visitorId)?.durationSeconds
    expect(durationOf('stays')).toBe(90)
    expect(durationOf('leaves')).toBe(30 * 60)
    expect(avgDuration).toBe((90 + 1800) / 2)
  })

  it('S-TRK-08: do not depend on the order of events that are sent when the page is closed', async () => {
    const recordVisit = async (arrange: <T>(events: T[]) => T[]) => {
      const { analytics, track, photos } = await createTrackedLink()
      const [photoId = ''] = photos
      await track({ eventType: 'page_view' })
      advance(20_000)
      for (const event of arrange([
        { eventType: 'photo_view' as const, photoId },
        { eventType: 'download' as const, photoId, eventData: { type: 'single_image', count: 1 } },
        { eventType: 'lightbox_close' as const, photoId },
        { eventType: 'page_leave' as const, eventData: { duration_seconds: 300 } },
      ]))
        await track(event)
      const { totalVisits, totalPhotoViews, avgDuration, topPhotos, visits, downloads } = await analytics()
      const counted = topPhotos.map(({ views, downloads: taken }) => ({ views, taken }))
      const durations = visits.map(({ durationSeconds, photoViews }) => ({ durationSeconds, photoViews }))
      return { totalVisits, totalPhotoViews, avgDuration, downloads, counted, durations }
    }
    const inOrder = await recordVisit(events => events)
    expect(inOrder).toMatchObject({ totalPhotoViews: 1, avgDuration: 300, counted: [{ views: 1, taken: 1 }] })
    expect(await recordVisit(events => events.toReversed())).toEqual(inOrder)
  })
})

describe('stored figures', () => {
  it('count an event once if it arrives twice or concurrently', async () => {
    const { analytics, track, photos } = await createTrackedLink()
    const eventId = randomUUID()
    const same = { eventId, photoId: photos[0], visitorId: 'v' }
    await track({ eventType: 'page_view', visitorId: 'v' })
    await Promise.all(Array.from({ length: 8 }, () => track(same)))
    await track({ eventType: 'download', eventData: { type: 'album_zip', count: 2 }, eventId: 'one', visitorId: 'v' })
    await track({ eventType: 'download', eventData: { type: 'album_zip', count: 2 }, eventId: 'one', visitorId: 'v' })
    const { totalPhotoViews, totalVisits, topPhotos, downloads } = await analytics()
    expect({ totalPhotoViews, totalVisits }).toEqual({ totalPhotoViews: 1, totalVisits: 1 })
    expect([topPhotos[0]?.views, downloads[0]?.downloads]).toEqual([1, 1])
    // an event of another visitor counts, even if it has the same event id
    await track({ ...same, visitorId: 'another visitor' })
    expect((await analytics()).totalPhotoViews).toBe(2)
  })

  it('remain after single events were deleted after 90 days', async () => {
    const { analytics, track, link } = await createTrackedLink()
    const eventCount = async () =>
      (
        await sql('SELECT count(*)::int AS n FROM visit_events e JOIN visits v ON v.id = visit_id WHERE link_id = $1', [
          link.id,
        ])
      )[0]?.n
    await track()
    advance(89 * DAY_MS)
    await track({ visitorId: 'later' })
    await env.services.runJob('sharing', DeleteOldEvents)
    expect(await eventCount()).toBe(2)
    advance(DAY_MS + MINUTE_MS)
    await Promise.all([
      env.services.runJob('sharing', DeleteOldEvents),
      env.services.runJob('sharing', DeleteOldEvents),
    ])
    expect(await eventCount()).toBe(1)
    expect(await analytics()).toMatchObject({ totalVisits: 2, uniqueVisitors: 2, totalPhotoViews: 2 })
  })

  it('are inaccessible once the link is deleted, and are deleted by a job', async () => {
    const { analytics, track, link, actor, photos } = await createTrackedLink()
    await track({ photoId: photos[0] })
    await track({ eventType: 'download', eventData: { type: 'album_zip', count: 1 } })
    await env.services.rpc.call(sharing.updateLink, { id: link.id, picks: PICKS }, actor)
    await addPick(link, photos[0]!)
    await env.services.rpc.call(sharing.updateLink, { id: link.id, comments: { shared: false } }, actor)
    const comment = { token: link.token, photoId: photos[0]!, name: 'Ben', text: 'Brighter?', address: '192.0.2.1' }
    await env.services.rpc.call(sharing.writeComment, comment, anonymous)
    await env.services.rpc.call(sharing.updateLink, { id: link.id, firstLook: { expected: null, note: '' } }, actor)
    const waiting = { token: link.token, email: 'ben@example.org', address: '192.0.2.1' }
    await env.services.rpc.call(sharing.subscribeToCompletion, waiting, anonymous)
    await env.services.rpc.call(sharing.deleteLink, { id: link.id }, actor)
    await expect(analytics()).rejects.toMatchObject({ code: 'share_not_found' })
    const remaining = async () => {
      const figures = ['visits', 'visit_hours', 'visit_photos', 'visit_downloads']
      const tables = [...figures, 'pick_lists', 'picks', 'comment_threads', 'comments']
      tables.push('first_look_subscribers', 'link_tombstones')
      const counts = tables.map(table => sql(`SELECT count(*)::int AS n FROM ${table} WHERE link_id = $1`, [link.id]))
      return (await Promise.all(counts)).map(([row]) => row?.n)
    }
    // the data stays in the trash, because the link can still be restored
    expect(await remaining()).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 0])
    await env.services.rpc.call(sharing.purgeTrash, { linkIds: [link.id], all: false }, actor)
    expect(await remaining()).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 1])
    advance(2 * MINUTE_MS)
    await env.services.runJob('sharing', DeleteVisits)
    expect(await remaining()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  })
})
