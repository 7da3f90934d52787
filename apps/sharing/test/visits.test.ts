import { randomUUID } from 'node:crypto'
import { sharing } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { MAX_EVENTS_PER_HOUR } from '../src/visits/visitor-rate-limit.ts'
import { SharingServices, sharedAlbum } from './sharing-services.ts'
import { readyPhoto } from './publishing-library.ts'

const MINUTE_MS = 60_000
const env = setUp(() => SharingServices.start())

async function createTrackedGallery() {
  const { link, ...shared } = await sharedAlbum(env)
  const { library, album } = shared
  const views = async () => {
    const [now] = await env.services.rpc.call(sharing.listLinks, { albumId: album.albumId }, library.actor)
    return now?.viewCount
  }
  const storedEvents = () =>
    env.services.db('sharing').sql<{ type: string; photo_id: string | null; data: unknown; visit_id: string }>(
      `SELECT e.type, e.photo_id, e.data, e.visit_id FROM visit_events e JOIN visits v ON v.id = e.visit_id
       WHERE v.link_id = $1 ORDER BY e.id`,
      [link.id],
    )
  return { ...link, ...shared, views, storedEvents }
}

describe('counting visits', () => {
  it('counts one visit for concurrent events', async () => {
    const { token, views, storedEvents } = await createTrackedGallery()
    await Promise.all(Array.from({ length: 20 }, () => env.track(token)))
    expect(await views()).toBe(1)
    expect(await storedEvents()).toHaveLength(20)
  })

  it('ignores invalid input and inactive links without failing', async () => {
    const { token, id, actor, views } = await createTrackedGallery()
    await env.services.rpc.call(sharing.revokeLink, { id }, actor)
    const odd = [{}, { visitorId: '' }, { visitorId: 'x'.repeat(65) }, { visitorId: 'a\0b' }, { photoId: '\0' }]
    for (const more of odd) expect(await env.track(token, more)).toEqual({ success: true })
    for (const unknown of ['', 'x', '\0', '0'.repeat(22)]) expect(await env.track(unknown)).toEqual({ success: true })
    expect(await views()).toBe(0)
    await env.services.rpc.call(sharing.reinstateLink, { id }, actor)
    for (const more of odd.slice(1, 4)) await env.track(token, more)
    expect(await views()).toBe(0)
  })
})

describe('stored events of a visit', () => {
  it('contain no photo outside the gallery and no data that is too large', async () => {
    const { token, library, storedEvents } = await createTrackedGallery()
    const elsewhere = await library.publishPhoto(readyPhoto(library.ownerId))
    await env.services.settle()
    for (const photoId of [elsewhere.photoId, randomUUID(), 'x']) await env.track(token, { photoId })
    await env.track(token, { eventData: { type: 'x'.repeat(5000), count: 1 } })
    expect((await storedEvents()).map(event => [event.photo_id, event.data])).toEqual(Array(4).fill([null, null]))
  })

  it('are limited per visitor and hour', async () => {
    const { token, storedEvents } = await createTrackedGallery()
    const untilFullHour = 60 * MINUTE_MS - (env.services.clock.now().getTime() % (60 * MINUTE_MS))
    env.services.clock.advance(untilFullHour)
    const flood = MAX_EVENTS_PER_HOUR.visitor + 50
    for (let sent = 0; sent < flood; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => env.track(token, { visitorId: 'loud' })))
    expect(await storedEvents()).toHaveLength(MAX_EVENTS_PER_HOUR.visitor)
    env.services.clock.advance(60 * MINUTE_MS)
    await env.track(token, { visitorId: 'loud' })
    expect(await storedEvents()).toHaveLength(MAX_EVENTS_PER_HOUR.visitor + 1)
  })
})
