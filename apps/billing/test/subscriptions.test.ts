import { randomUUID } from 'node:crypto'
import {
  billing,
  GB,
  PLANS,
  subscriptionChanged,
  TB,
  TIERS,
  userCreated,
  type SubscriptionView,
  type Tier,
} from '@daymark/contracts'
import { actorOf, startServices, setUp } from '@daymark/testing'
import { billingService } from '../src/index.ts'

const services = setUp(() => startServices([billingService]))
const published: SubscriptionView[] = []
beforeAll(async () => {
  await services.process.transport.listen([subscriptionChanged.name], event =>
    published.push(event.data as SubscriptionView),
  )
})

const publishUser = (userId: string, tier: Tier) =>
  services.publish(userCreated, userId, { userId, email: 'anna@example.org', displayName: null, role: 'user', tier })
async function createUser(tier: Tier): Promise<string> {
  const userId = randomUUID()
  await publishUser(userId, tier)
  await services.settle()
  return userId
}
const get = (userId: string) => services.rpc.call(billing.getSubscription, {}, actorOf(userId))
const switchTo = (userId: string, tier: Tier) => services.rpc.call(billing.updateTier, { tier }, actorOf(userId))
async function findPublished(userId: string): Promise<SubscriptionView[]> {
  await services.settle()
  return published.filter(s => s.userId === userId)
}

describe('a new account', () => {
  it.each([
    ['starter', 100 * GB],
    ['professional', 500 * GB],
    ['advanced', 1.5 * TB],
    ['studio', 2 * TB],
  ] as const)(
    'S-SUB-01 S-ADA-14: gets a subscription to %s with the storage of a granted plan',
    async (tier, storageLimit) => {
      const userId = await createUser(tier)
      const unmanaged = { cancelAtPeriodEnd: false, managed: false }
      const ends = { endDate: null, pastDueSince: null, ...unmanaged }
      const expected = { userId, tier, storageLimit, status: 'active', ...ends, version: 1 }
      expect(await get(userId)).toEqual(expected)
      expect(await findPublished(userId)).toEqual([expected])
    },
  )

  it('is published once, even if its creation is delivered twice', async () => {
    const userId = await createUser('starter')
    await switchTo(userId, 'studio')
    await publishUser(userId, 'starter')
    expect((await findPublished(userId)).map(s => [s.version, s.tier])).toEqual([
      [1, 'starter'],
      [2, 'studio'],
    ])
    expect(await get(userId)).toMatchObject({ tier: 'studio', version: 2 })
  })

  it('can be read before billing has processed its creation, because the call waits', async () => {
    const userId = randomUUID()
    const reading = get(userId)
    const switching = switchTo(userId, 'advanced')
    await publishUser(userId, 'starter')
    await expect(reading).resolves.toMatchObject({ userId })
    await expect(switching).resolves.toMatchObject({ tier: 'advanced', version: 2 })
  })

  it('answers subscription_pending after two seconds if the account is unknown', async () => {
    await expect(get(randomUUID())).rejects.toMatchObject({ code: 'subscription_pending', status: 503 })
  })
})

describe('switching the plan in test mode', () => {
  it.each(TIERS)('S-SUB-09: %s has the storage of a bought plan, and the change is published', async tier => {
    const other = TIERS.find(t => t !== tier) as Tier
    const userId = await createUser(other)
    const expected = { userId, tier, storageLimit: PLANS[tier].storageLimit, version: 2, status: 'active' }
    expect(await switchTo(userId, tier)).toMatchObject(expected)
    expect(await get(userId)).toMatchObject(expected)
    expect((await findPublished(userId)).at(-1)).toMatchObject(expected)
  })

  it('S-SUB-09: a downgrade sets the storage of the bought plan', async () => {
    const userId = await createUser('starter')
    await switchTo(userId, 'studio')
    expect(await switchTo(userId, 'starter')).toMatchObject({ storageLimit: 150 * GB, version: 3 })
  })

  it('to the current plan changes and publishes nothing', async () => {
    const userId = await createUser('studio')
    expect(await switchTo(userId, 'studio')).toMatchObject({ storageLimit: 2 * TB, version: 1 })
    expect(await findPublished(userId)).toHaveLength(1)
  })

  it('ends an overdue or canceled state, also of the current plan', async () => {
    const userId = await createUser('studio')
    await services
      .db('billing')
      .sql(
        `UPDATE subscriptions SET status = 'past_due', past_due_since = now(), end_date = now() WHERE user_id = $1`,
        [userId],
      )
    expect(await get(userId)).toMatchObject({ status: 'past_due', pastDueSince: expect.stringMatching(/Z$/) })
    expect(await switchTo(userId, 'studio')).toMatchObject({
      status: 'active',
      pastDueSince: null,
      endDate: null,
      version: 2,
    })
  })

  it('serializes concurrent changes: versions and events have the same order', async () => {
    const userId = await createUser('starter')
    const tiers = ['professional', 'advanced', 'studio', 'starter', 'advanced', 'professional'] as const
    const answers = await Promise.all(tiers.map(tier => switchTo(userId, tier)))
    const last = answers.toSorted((a, b) => b.version - a.version)[0]
    expect(await get(userId)).toMatchObject({ tier: last?.tier, version: last?.version })
    const versions = (await findPublished(userId)).map(s => s.version)
    expect(versions).toEqual(Array.from({ length: last?.version ?? 0 }, (_, i) => i + 1))
  })

  it("L-ROLE-01: changes only the caller's subscription", async () => {
    const [caller, other] = [await createUser('starter'), await createUser('starter')]
    await switchTo(caller, 'studio')
    expect(await get(other)).toMatchObject({ tier: 'starter', version: 1 })
  })
})
