import { randomUUID } from 'node:crypto'
import { GB, identity, subscriptionChanged, usageChanged, type Tier } from '@daymark/contracts'
import { anonymous, identityWorld, superAdmin, type IdentityWorld } from './identity-world.ts'

let world: IdentityWorld
beforeAll(async () => void (world = await identityWorld()))
afterAll(() => world.stop())

const publishPlan = (userId: string, version: number, tier: Tier, storageLimit: number) =>
  world.publish(subscriptionChanged, userId, { userId, version, tier, storageLimit, status: 'past_due', endDate: null })
const publishUsage = (ownerId: string, version: number, bytes: number) =>
  world.publish(usageChanged, ownerId, { ownerId, version, bytes, photos: 1, albums: 0 })
async function shown(id: string) {
  await world.settle()
  const { users } = await world.rpc.call(identity.listUsers, { limit: 1000, offset: 0 }, superAdmin)
  return users.find(u => u.id === id)
}

describe("a user's copies", () => {
  it('S-ADA-02 plan: the newest version wins, in whatever order they come', async () => {
    const { id } = await world.makeUser()
    await publishPlan(id, 3, 'studio', 7 * GB)
    await publishPlan(id, 2, 'advanced', 6 * GB)
    await publishPlan(id, 3, 'professional', 5 * GB)
    const expected = { tier: 'studio', storageLimit: 7 * GB, subscriptionStatus: 'past_due' }
    expect(await shown(id)).toMatchObject(expected)
    await publishPlan(id, 4, 'starter', 4 * GB)
    expect(await shown(id)).toMatchObject({ tier: 'starter', storageLimit: 4 * GB })
  })

  it('S-ADA-02 usage: the newest version wins, beyond 32 bits of bytes', async () => {
    const { id } = await world.makeUser()
    await publishUsage(id, 2, 900 * GB)
    await publishUsage(id, 1, 5)
    expect(await shown(id)).toMatchObject({ storageUsed: 900 * GB })
  })

  it('an event of somebody unknown changes nothing and is done with', async () => {
    const id = randomUUID()
    await publishPlan(id, 1, 'studio', GB)
    await publishUsage(id, 1, 1)
    expect(await shown(id)).toBeUndefined()
  })
})

describe('waiting for a plan', () => {
  const wait = (userId: string, version: number) => world.rpc.call(identity.awaitPlan, { userId, version }, anonymous)

  it('S-SUB-18 answers once that version is there', async () => {
    const { id } = await world.makeUser()
    const waiting = wait(id, 1)
    await publishPlan(id, 1, 'studio', GB)
    await expect(waiting).resolves.toEqual({ success: true })
    expect(await shown(id)).toMatchObject({ tier: 'studio' })
    await expect(wait(id, 1)).resolves.toEqual({ success: true })
  })
  it('says so when it does not come in two seconds', async () => {
    const { id } = await world.makeUser()
    await expect(wait(id, 2)).rejects.toMatchObject({ code: 'subscription_pending', status: 503 })
  })
})
