import { randomUUID } from 'node:crypto'
import { GB, library, subscriptionChanged } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { startLibrary } from './library-services.ts'

const services = setUp(startLibrary)

const remainingBytes = async (userId: string) =>
  (await services.rpc.call(library.authorizeUpload, { bytes: 0 }, actorOf(userId))).remainingBytes

describe('the plan read model', () => {
  it('keeps the newest version for any order of events', async () => {
    const bob = await services.createUser('starter', 1 * GB)
    await bob.subscribe('studio', { storageLimit: 9 * GB, version: 7 })
    await bob.subscribe('advanced', { storageLimit: 5 * GB, version: 6 })
    expect(await remainingBytes(bob.id)).toBe(9 * GB)
  })
  it('waits for the plan of a new user', async () => {
    const userId = randomUUID()
    const asked = remainingBytes(userId)
    const active = { tier: 'studio', status: 'active', storageLimit: 42, endDate: null, version: 1 } as const
    await services.publish(subscriptionChanged, userId, { userId, ...active })
    expect(await asked).toBe(42)
  })
  it('is starter for a user without a published plan', async () => {
    expect(await remainingBytes(randomUUID())).toBe(100 * GB)
  })
  it('waits until the requested version is stored', async () => {
    const bob = await services.createUser('starter', 10)
    const awaited = bob.call(library.awaitPlan, { userId: bob.id, version: 2 }).then(() => remainingBytes(bob.id))
    await bob.subscribe('starter', { storageLimit: 20, version: 2 })
    expect(await awaited).toBe(20)
  })
  it('measures the grace period from the date in the event, not from its arrival', async () => {
    const bob = await services.createUser('studio', 200 * GB)
    const pastDueSince = new Date(+services.clock.now() - 6 * 86_400_000).toISOString()
    await bob.subscribe('studio', { status: 'past_due', pastDueSince, storageLimit: 200 * GB })
    expect(await remainingBytes(bob.id)).toBe(200 * GB)
    services.clock.advance(1.1 * 86_400_000)
    expect(await remainingBytes(bob.id)).toBe(150 * GB)
  })
})
