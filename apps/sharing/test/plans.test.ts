import { subscriptionChanged } from '@daymark/contracts'
import { sharedAlbum } from './shared-album.ts'
import { SharingServices } from './sharing-services.ts'

const DAY = 86_400_000
let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

it('rule 10 an overdue payment counts from when billing says it began, not from when its event came', async () => {
  const { album, actor } = await sharedAlbum(w)
  const { userId } = actor
  const watermarked = () => w.create(album, actor, { watermark: true }).catch((e: { code: string }) => e.code)
  const pastDueSince = new Date(+w.services.clock.now() - 6 * DAY).toISOString()
  const overdue = { userId, tier: 'studio', status: 'past_due', storageLimit: 1, endDate: null, pastDueSince } as const
  await w.services.publish(subscriptionChanged, userId, { ...overdue, version: 2 })
  await w.services.publish(subscriptionChanged, userId, { ...overdue, pastDueSince: null, version: 1 })
  await w.services.settle()
  expect(await watermarked()).toBe('watermark_missing')
  w.services.clock.advance(1.1 * DAY)
  expect(await watermarked()).toBe('plan_required')
})
