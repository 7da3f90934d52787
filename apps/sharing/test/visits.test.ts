import { randomUUID } from 'node:crypto'
import { sharing } from '@daymark/contracts'
import { EVENTS_PER_HOUR } from '../src/visits/visitor-rate-limit.ts'
import { SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

const MINUTE = 60_000
let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

async function visited() {
  const library = new PublishingLibrary(w.services)
  const photo = readyPhoto(library.ownerId)
  const album = await library.album({ photos: [photo] })
  const link = await w.create(album, library.actor)
  await w.news()
  const views = async () => {
    const [now] = await w.services.rpc.call(sharing.listLinks, { albumId: album.albumId }, library.actor)
    return now?.viewCount
  }
  const kept = () =>
    w.services.db('sharing').sql<{ type: string; photo_id: string | null; data: unknown; visit_id: string }>(
      `SELECT e.type, e.photo_id, e.data, e.visit_id FROM visit_events e JOIN visits v ON v.id = e.visit_id
       WHERE v.link_id = $1 ORDER BY e.id`,
      [link.id],
    )
  return { ...link, library, photo, album, views, kept, actor: library.actor }
}

describe('counting visits', () => {
  it('counts one visit for events that arrive at the same time', async () => {
    const { token, views, kept } = await visited()
    await Promise.all(Array.from({ length: 20 }, () => w.track(token)))
    expect(await views()).toBe(1)
    expect(await kept()).toHaveLength(20)
  })

  it('does not count at a dead link, and never fails', async () => {
    const { token, id, actor, views } = await visited()
    await w.services.rpc.call(sharing.revokeLink, { id }, actor)
    const odd = [{}, { visitorId: '' }, { visitorId: 'x'.repeat(65) }, { visitorId: 'a\0b' }, { photoId: '\0' }]
    for (const more of odd) expect(await w.track(token, more)).toEqual({ success: true })
    for (const unknown of ['', 'x', '\0', '0'.repeat(22)]) expect(await w.track(unknown)).toEqual({ success: true })
    expect(await views()).toBe(0)
    await w.services.rpc.call(sharing.reinstateLink, { id }, actor)
    for (const more of odd.slice(1, 4)) await w.track(token, more)
    expect(await views()).toBe(0)
  })
})

describe('what is kept of a visit', () => {
  it('names no photo that is not in the gallery, and no data that is too large', async () => {
    const { token, library, kept } = await visited()
    const elsewhere = await library.photo(readyPhoto(library.ownerId))
    await w.services.settle()
    for (const photoId of [elsewhere.photoId, randomUUID(), 'x']) await w.track(token, { photoId })
    await w.track(token, { eventData: { type: 'x'.repeat(5000), count: 1 } })
    expect((await kept()).map(e => [e.photo_id, e.data])).toEqual(Array(4).fill([null, null]))
  })

  it('is bounded per visitor and hour, and counts on in the next', async () => {
    const { token, kept } = await visited()
    const untilFullHour = 60 * MINUTE - (w.services.clock.now().getTime() % (60 * MINUTE))
    w.services.clock.advance(untilFullHour)
    const flood = EVENTS_PER_HOUR.visitor + 50
    for (let sent = 0; sent < flood; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => w.track(token, { visitorId: 'loud' })))
    expect(await kept()).toHaveLength(EVENTS_PER_HOUR.visitor)
    w.services.clock.advance(60 * MINUTE)
    await w.track(token, { visitorId: 'loud' })
    expect(await kept()).toHaveLength(EVENTS_PER_HOUR.visitor + 1)
  })
})
