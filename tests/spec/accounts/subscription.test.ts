import { type http, subscriptionChanged, type Tier } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createLink, picture } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()

const GB = 1024 ** 3
const DAY = 86_400_000
type Usage = { images: { count: number }; albums: { count: number; limit: number | null }; shares: { count: number } }
const subscription = async (visitor: Visitor) => (await visitor.get<http.Subscription>('/api/subscription')).body
const usage = async (visitor: Visitor) => (await visitor.get<Usage>('/api/subscription/usage')).body
const switchTo = <T = http.Subscription>(visitor: Visitor, tier: unknown) =>
  visitor.post<T>('/api/subscription/update-tier', { tier })
const newAlbum = (visitor: Visitor, title: string) =>
  visitor.post<http.Album & http.ErrorAnswer>('/api/albums', { title })
/** Tries a batch rename of the user's only photo, which starter does not include. */
async function batchRename(visitor: Visitor): Promise<number> {
  const { body: albums } = await visitor.get<http.Album[]>('/api/albums')
  const id = albums.find(a => !a.is_favorites)?.id ?? (await albumOfOne(visitor))
  const { images } = (await visitor.get<http.AlbumDetail>(`/api/albums/${id}`)).body
  const updates = images.map(image => ({ id: image.id, title: 'Renamed' }))
  return (await visitor.post(`/api/albums/${id}/batch-rename`, { updates })).status
}
async function albumOfOne(visitor: Visitor): Promise<string> {
  const { id } = (await newAlbum(visitor, 'To rename')).body
  const file = { name: 'one.jpg', bytes: await picture(1), type: 'image/jpeg' }
  const image = (await visitor.upload<http.Image>('/api/images', file)).body
  await visitor.post(`/api/albums/${id}/images`, { image_ids: [image.id] })
  return id
}

describe('the subscription', () => {
  it.each([
    { tier: 'starter', tierName: 'Starter', price: 7, limit: 100 * GB, limitFormatted: '100 GB' },
    { tier: 'professional', tierName: 'Professional', price: 19, limit: 500 * GB, limitFormatted: '500 GB' },
    { tier: 'advanced', tierName: 'Advanced', price: 39, limit: 1536 * GB, limitFormatted: '1.5 TB' },
    { tier: 'studio', tierName: 'Studio', price: 79, limit: 2048 * GB, limitFormatted: '2 TB' },
  ] as const)(
    'S-SUB-01 S-SUB-02 S-SUB-03 S-SUB-12 L-MKT-01 has the documented fields for a $tier account',
    async expected => {
      const { tier, tierName, price, limit, limitFormatted } = expected
      const isPaid = tier !== 'starter'
      expect(await subscription(await daymark.createUser({ tier }))).toEqual({
        tier,
        tierName,
        price,
        status: 'active',
        endDate: null,
        cancelAtPeriodEnd: false,
        graceUntil: null,
        managed: false,
        storage: { used: 0, limit, usedFormatted: '0 B', limitFormatted, percentage: 0 },
        features: expect.any(Array),
        apiTier: 'studio',
        limits: {
          canUseWatermarks: isPaid,
          canUseBatchRename: isPaid,
          canUseAnalytics: isPaid,
          canUseCustomDomain: isPaid,
        },
      })
    },
  )

  it('S-SUB-05 without a payment provider the configuration says test mode', async () => {
    const { status, body } = await (await daymark.createUser()).get('/api/subscription/config')
    expect(status).toBe(200)
    expect(body).toEqual({ configured: false, publishableKey: null, testMode: true })
  })

  it('S-SUB-08 S-SUB-10 rule 11 without a payment provider nothing can be bought, managed or canceled, and there are no invoices', async () => {
    const member = await daymark.createUser({ tier: 'starter' })
    const posted = async (path: string, body?: object) => {
      const { status, body: answer } = await member.post<{ code?: string }>(path, { ...body })
      return status === 200 ? answer : [status, answer.code]
    }
    const none = { checkoutUrl: null, testMode: true, changed: false }
    expect(await posted('/api/subscription/checkout', { tier: 'studio' })).toEqual(none)
    expect(await posted('/api/subscription/portal')).toEqual({ portalUrl: null })
    expect((await member.get('/api/subscription/invoices')).body).toEqual([])
    for (const path of ['cancel', 'reactivate'])
      expect(await posted(`/api/subscription/${path}`)).toEqual([409, 'no_paid_subscription'])
    expect(await posted('/api/subscription/refresh')).toMatchObject({ tier: 'starter', managed: false })
    expect(await posted('/api/billing/webhook', { id: 'evt_1' })).toEqual([400, 'webhook_refused'])
    expect((await member.get('/billing')).headers.get('content-security-policy')).not.toContain('stripe')
  })

  it('S-SUB-06 S-SUB-16 usage counts images, albums and links, and storage grows with uploads', async () => {
    const member = await daymark.createUser()
    expect(await usage(member)).toEqual({
      images: { count: 0 },
      albums: { count: 0, limit: null },
      shares: { count: 0 },
    })
    const bytes = await picture(1)
    const upload = await member.upload<http.Image>('/api/images', { name: 'one.jpg', bytes, type: 'image/jpeg' })
    expect(upload.status).toBe(201)
    await createLink(member, { album_id: (await newAlbum(member, 'Summer')).body.id })
    await daymark.settle()
    expect(await usage(member)).toEqual({
      images: { count: 1 },
      albums: { count: 1, limit: null },
      shares: { count: 1 },
    })
    const { storage } = await subscription(member)
    expect(storage.used).toBeGreaterThan(bytes.length)
    const { body } = await member.get<http.User>('/api/auth/me')
    expect(body.storage_used).toBe(storage.used)
  })
})

describe('switching the plan in test mode', () => {
  it.each(['gold', '', 'STUDIO', null, 3, ['studio'], undefined])(
    'S-SUB-11 the unknown plan %p is rejected, for switching and for buying',
    async tier => {
      const member = await daymark.createUser({ tier: 'starter' })
      for (const path of ['update-tier', 'checkout']) {
        const { status, body } = await member.post<http.ErrorAnswer>(`/api/subscription/${path}`, { tier })
        expect([path, status, body.code]).toEqual([path, 400, 'invalid_input'])
      }
      expect((await subscription(member)).tier).toBe('starter')
    },
  )

  it('S-SUB-09 two concurrent switches leave all services with the same plan', async () => {
    const member = await daymark.createUser({ tier: 'starter' })
    await Promise.all([switchTo(member, 'studio'), switchTo(member, 'professional'), switchTo(member, 'advanced')])
    await daymark.settle()
    const { tier, storage } = await subscription(member)
    const { body: user } = await member.get<http.User>('/api/auth/me')
    expect(user).toMatchObject({ subscription_tier: tier, storage_limit: storage.limit })
  })
})

describe('rule 10 an overdue or ended subscription', () => {
  /** Writes what a webhook of the payment provider writes: the row of billing and its event. */
  async function becomes(
    member: SignedInUser,
    status: 'past_due' | 'canceled' | 'incomplete',
    date: Date | null,
    tier: Tier = 'studio',
  ) {
    // billing has handled the event of the new account
    await daymark.settle()
    const pastDueSince = status === 'past_due' ? (date?.toISOString() ?? null) : null
    const endDate = status === 'canceled' ? (date?.toISOString() ?? null) : null
    const set =
      'UPDATE subscriptions SET status = $2, past_due_since = $3, end_date = $4, version = 2 WHERE user_id = $1'
    await daymark.db('billing').sql(set, [member.id, status, pastDueSince, endDate])
    const changed = { userId: member.id, tier, status, storageLimit: 2048 * GB, endDate, pastDueSince, version: 2 }
    await daymark.publish(subscriptionChanged, member.id, changed)
    await daymark.settle()
  }
  const limitsOf = async (member: SignedInUser) => {
    const { tier, status, limits, storage } = await subscription(member)
    const albums = (await usage(member)).albums.limit
    return {
      tier,
      status,
      batch: limits.canUseBatchRename,
      enforced: await batchRename(member),
      gigabytes: storage.limit / GB,
      albums,
    }
  }
  const studio = { tier: 'studio', batch: true, enforced: 200, gigabytes: 2048, albums: null }
  const asStarter = { tier: 'studio', batch: false, enforced: 403, gigabytes: 150, albums: 10 }

  it('S-SUB-01 past_due keeps its limits for seven days, then has those of starter', async () => {
    const member = await daymark.createUser({ tier: 'studio' })
    await becomes(member, 'past_due', daymark.clock.now())
    await daymark.clock.advance(6.9 * DAY)
    expect(await limitsOf(member)).toEqual({ status: 'past_due', ...studio })
    await daymark.clock.advance(0.2 * DAY)
    expect(await limitsOf(member)).toEqual({ status: 'past_due', ...asStarter })
    await daymark.clock.advance(-7.1 * DAY)
  })

  it('S-SUB-01 canceled keeps its limits until its end', async () => {
    const member = await daymark.createUser({ tier: 'studio' })
    await becomes(member, 'canceled', new Date(+daymark.clock.now() + DAY))
    expect(await limitsOf(member)).toEqual({ status: 'canceled', ...studio })
    await daymark.clock.advance(2 * DAY)
    expect(await limitsOf(member)).toEqual({ status: 'canceled', ...asStarter })
    await daymark.clock.advance(-2 * DAY)
  })

  it('S-SUB-09 is active again after a switch', async () => {
    const member = await daymark.createUser({ tier: 'studio' })
    await becomes(member, 'incomplete', null)
    expect(await limitsOf(member)).toEqual({ status: 'incomplete', ...asStarter })
    await switchTo(member, 'studio')
    expect(await limitsOf(member)).toEqual({ status: 'active', ...studio, gigabytes: 3072 })
  })
})
