import { subscriptionChanged, type Tier, watermarkChanged } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { ownerActions, sharedAlbum, SharingServices } from './sharing-services.ts'

const DAY_MS = 86_400_000
const env = setUp(() => SharingServices.start())
let owners: ReturnType<typeof ownerActions>
beforeAll(() => {
  owners = ownerActions(env)
})

describe('a watermarked link', () => {
  const plan = async (tier: Tier, userId: string, more: object = {}) =>
    env.services.publish(subscriptionChanged, userId, {
      userId,
      tier,
      status: 'active',
      storageLimit: 1,
      endDate: null,
      version: 1,
      ...more,
    })

  it('rule 40: requires an image, waits for the revision that the caller requests, and is rejected after the image was deleted', async () => {
    const { album, actor, link } = await sharedAlbum(env)
    const ownerId = actor.userId
    await plan('professional', ownerId)
    const publishWatermark = (revision: number, exists: boolean) =>
      env.services.publish(watermarkChanged, ownerId, { ownerId, revision, exists })
    const creating = env.createLink(album, actor, { watermark: true, watermarkRevision: 2 })
    await publishWatermark(2, true)
    await publishWatermark(1, false)
    expect(await creating).toMatchObject({ watermark: true })
    expect(await owners.update(link.id, { watermark: true }, actor)).toMatchObject({ watermark: true })
    await publishWatermark(3, false)
    await env.services.settle()
    await expect(owners.update(link.id, { watermark: true }, actor)).rejects.toMatchObject({
      code: 'watermark_missing',
    })
  })

  it('rule 40: reports for every file that it needs the watermark of its owner', async () => {
    const { actor, link, photo } = await sharedAlbum(env)
    await env.services.db('sharing').sql('UPDATE links SET watermark = true WHERE id = $1', [link.id])
    const expected = { watermark: true, ownerId: actor.userId }
    for (const download of [false, true])
      expect(await env.locate(link.token, photo.filename, { download })).toMatchObject(expected)
    expect(await env.listArchive(link.token)).toMatchObject(expected)
  })
})

it('rule 10: the grace period starts with the overdue payment, not with the arrival of its event', async () => {
  const { album, actor } = await sharedAlbum(env)
  const { userId } = actor
  const createWatermarkedLink = () =>
    env.createLink(album, actor, { watermark: true }).catch((e: { code: string }) => e.code)
  const pastDueSince = new Date(+env.services.clock.now() - 6 * DAY_MS).toISOString()
  const overdue = { userId, tier: 'studio', status: 'past_due', storageLimit: 1, endDate: null, pastDueSince } as const
  await env.services.publish(subscriptionChanged, userId, { ...overdue, version: 2 })
  await env.services.publish(subscriptionChanged, userId, { ...overdue, pastDueSince: null, version: 1 })
  await env.services.settle()
  expect(await createWatermarkedLink()).toBe('watermark_missing')
  env.services.clock.advance(1.1 * DAY_MS)
  expect(await createWatermarkedLink()).toBe('plan_required')
})
