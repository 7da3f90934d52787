import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { createSharedGallery } from '../support/shared-gallery.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const VISITORS = 6
const EVENTS_EACH = 40
const KILLS = 2

/** Retries until the expected response, as a page does. */
async function untilAnswered(status: number, ask: () => Promise<{ status: number }>): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    const answer = await ask().catch(() => ({ status: 0 }))
    if (answer.status === status) return
    // the only other result is an unavailable server
    expect([0, 502, 503]).toContain(answer.status)
    await delay(50)
  }
  throw new Error(`no response ${status}`)
}

describe(`kill -9 during visits, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('S-TRK-06 S-TRK-07 every acknowledged event counts once although visitors repeat unacknowledged ones', async () => {
    place = await install(bus)
    const owner = (await place.photographer()) as SignedInUser
    const { link, token, images } = await createSharedGallery(place, { owner })
    let acknowledged = 0
    const visit = async (visitor: Visitor) => {
      await untilAnswered(200, () => visitor.get(`/api/shares/public/${token}`))
      for (let n = 0; n < EVENTS_EACH; n++) {
        const image_id = images[n % images.length]?.id
        const event = { token, event_type: 'photo_view', image_id, event_id: randomUUID() }
        await untilAnswered(204, () => visitor.post('/api/shares/track', event))
        acknowledged += 1
      }
    }
    const visiting = Promise.all(Array.from({ length: VISITORS }, () => visit(place.visitor())))
    await killServersInTurn(place, () => acknowledged)
    await visiting

    const all = VISITORS * EVENTS_EACH
    await pollUntil('the analytics are available', async () => {
      const { status } = await owner.get(`/api/shares/${link.id}/analytics`)
      return status === 200
    })
    const { body } = await owner.get<http.ShareAnalytics>(`/api/shares/${link.id}/analytics`)
    expect(body).toMatchObject({ uniqueVisitors: VISITORS, totalVisits: VISITORS, totalPhotoViews: all })
    expect(body.topPhotos.map(photo => photo.view_count)).toEqual([all / 2, all / 2])
    expect(body.visits.map(one => one.photo_views)).toEqual(Array(VISITORS).fill(EVENTS_EACH))
    expect(body.share.view_count).toBe(VISITORS)
    const kept = await place.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM sharing.visit_events WHERE type = 'photo_view'",
    )
    expect(kept).toEqual([{ n: all }])
  })
})

/** Kills the counting services one after another during the visits. */
async function killServersInTurn({ servers }: Installation, acknowledged: () => number): Promise<void> {
  const counting = servers.filter(({ services }) => ['all', 'sharing', 'gateway'].some(name => services.includes(name)))
  for (let kill = 0; kill < KILLS; kill++) {
    const before = acknowledged()
    await pollUntil('another event is acknowledged', async () => acknowledged() > before)
    const server = counting[kill % counting.length]
    await server?.kill()
    await server?.start()
  }
  // the visits were not finished before the last kill
  expect(acknowledged()).toBeLessThan(VISITORS * EVENTS_EACH)
}
