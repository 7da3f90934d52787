import { randomUUID } from 'node:crypto'
import {
  brandChanged,
  GB,
  identity,
  studioLogoChanged,
  subscriptionChanged,
  usageChanged,
  type Tier,
} from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { MailBrands, DAYMARK_BRAND } from '../src/mail/brands.ts'
import { User } from '../src/users/user.entity.ts'
import { anonymous, startIdentity, superAdmin } from './identity-services.ts'

const services = setUp(startIdentity)

const publishPlan = (userId: string, version: number, tier: Tier, storageLimit: number) =>
  services.publish(subscriptionChanged, userId, {
    userId,
    version,
    tier,
    storageLimit,
    status: 'past_due',
    endDate: null,
  })
const publishUsage = (ownerId: string, version: number, bytes: number) =>
  services.publish(usageChanged, ownerId, { ownerId, version, bytes, photos: 1, albums: 0 })
async function findListedUser(id: string) {
  await services.settle()
  const { users } = await services.rpc.call(identity.listUsers, { limit: 1000, offset: 0 }, superAdmin)
  return users.find(user => user.id === id)
}

describe("a user's copies", () => {
  it('S-ADA-02: the newest version of the plan wins, in any order of events', async () => {
    const { id } = await services.createUser()
    await publishPlan(id, 3, 'studio', 7 * GB)
    await publishPlan(id, 2, 'advanced', 6 * GB)
    await publishPlan(id, 3, 'professional', 5 * GB)
    const expected = { tier: 'studio', storageLimit: 7 * GB, subscriptionStatus: 'past_due' }
    expect(await findListedUser(id)).toMatchObject(expected)
    await publishPlan(id, 4, 'starter', 4 * GB)
    expect(await findListedUser(id)).toMatchObject({ tier: 'starter', storageLimit: 4 * GB })
  })

  it('S-ADA-02: the newest version of usage wins, also beyond 32 bits', async () => {
    const { id } = await services.createUser()
    await publishUsage(id, 2, 900 * GB)
    await publishUsage(id, 1, 5)
    expect(await findListedUser(id)).toMatchObject({ storageUsed: 900 * GB })
  })

  it('rule 71: the newest name and logo of the brand win while the plan includes white label', async () => {
    const { id } = await services.createUser()
    const publishBrand = (revision: number, name: string) =>
      services.publish(brandChanged, id, { ownerId: id, revision, brand: { name, website: null, accent: '#8a2b5e' } })
    const publishLogo = (revision: number, version: string | null) => {
      const logo = version === null ? null : { version, width: 100, height: 64 }
      return services.publish(studioLogoChanged, id, { ownerId: id, revision, logo })
    }
    const readBrand = async () => {
      await services.settle()
      const user = await services.db('identity').repository(User).findOneByOrFail({ id })
      return services.get('identity', MailBrands).forUser(user, 'https://site')
    }
    const plan = { userId: id, tier: 'studio' as const, storageLimit: GB, status: 'canceled' as const }
    const endDate = new Date(+services.clock.now() + 60_000).toISOString()
    await services.publish(subscriptionChanged, id, { ...plan, version: 1, endDate })
    await publishLogo(2, 'second')
    await publishLogo(1, 'first')
    expect(await readBrand()).toBe(DAYMARK_BRAND)
    await publishBrand(2, 'Second')
    await publishBrand(1, 'First')
    const logo = { address: `https://site/media/studios/${id}/logo.png?v=second`, width: 50, height: 32 }
    expect(await readBrand()).toEqual({ name: 'Second', accent: '#8a2b5e', logo })
    await publishLogo(4, null)
    await publishLogo(3, 'third')
    expect(await readBrand()).toMatchObject({ name: 'Second', logo: null })
    services.clock.advance(60_000)
    expect(await readBrand()).toBe(DAYMARK_BRAND)
  })

  it('an event of an unknown user is ignored', async () => {
    const id = randomUUID()
    await publishPlan(id, 1, 'studio', GB)
    await publishUsage(id, 1, 1)
    await services.publish(brandChanged, id, {
      ownerId: id,
      revision: 1,
      brand: { name: 'x', website: null, accent: null },
    })
    await services.publish(studioLogoChanged, id, { ownerId: id, revision: 1, logo: null })
    expect(await findListedUser(id)).toBeUndefined()
  })
})

describe('waiting for a plan', () => {
  const awaitPlan = (userId: string, version: number) =>
    services.rpc.call(identity.awaitPlan, { userId, version }, anonymous)

  it('S-SUB-18: responds once that version is stored', async () => {
    const { id } = await services.createUser()
    const waiting = awaitPlan(id, 1)
    await publishPlan(id, 1, 'studio', GB)
    await expect(waiting).resolves.toEqual({ success: true })
    expect(await findListedUser(id)).toMatchObject({ tier: 'studio' })
    await expect(awaitPlan(id, 1)).resolves.toEqual({ success: true })
  })
  it('fails if the version does not arrive within two seconds', async () => {
    const { id } = await services.createUser()
    await expect(awaitPlan(id, 2)).rejects.toMatchObject({ code: 'subscription_pending', status: 503 })
  })
})
