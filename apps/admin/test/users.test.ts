import { randomUUID } from 'node:crypto'
import { admin, anonymous, billing, GB, identity, system, type Actor } from '@daymark/contracts'
import { billingService } from '@daymark/billing'
import { identityService } from '@daymark/identity'
import { libraryService } from '@daymark/library'
import { actorOf, startWorld, type World } from '@daymark/testing'
import { adminService } from '../src/index.ts'

const PASSWORD = 'correct horse battery'
const superAdmin = actorOf(randomUUID(), 'super_admin')
const account = (email = `${randomUUID()}@example.org`) =>
  ({ email, password: PASSWORD, displayName: 'Anna Lee', role: 'user', tier: 'starter' }) as const
const signIn = (world: World, username: string, password: string) =>
  world.rpc.call(identity.openSession, { username, password, address: '192.0.2.1' }, anonymous)

/** Until released, the service receives no events. */
async function holdBackEvents(world: World, service: string): Promise<() => Promise<void>> {
  const runner = world.db(service).source.createQueryRunner()
  await runner.startTransaction()
  await runner.query('LOCK TABLE inbox IN SHARE MODE')
  return async () => {
    await runner.commitTransaction()
    await runner.release()
  }
}

describe('with those who decide by the plan', () => {
  let world: World
  beforeAll(
    async () => void (world = await startWorld([identityService, billingService, libraryService, adminService])),
  )
  afterAll(() => world.stop())

  it('S-ADA-06 an account works at once: its plan is known when the answer comes', async () => {
    const made = await world.rpc.call(admin.createUser, account(), superAdmin)
    expect(made).toMatchObject({ displayName: 'Anna Lee', role: 'user', tier: 'starter', storageLimit: 100 * GB })
    const known = 'SELECT plan_version FROM users WHERE id = $1'
    expect(await world.db('identity').sql(known, [made.id])).toEqual([{ plan_version: 1 }])
    expect(await world.db('billing').sql('SELECT version FROM subscriptions WHERE user_id = $1', [made.id])).toEqual([
      { version: 1 },
    ])
    expect(await world.rpc.call(billing.getSubscription, {}, actorOf(made.id))).toMatchObject({ tier: 'starter' })
    expect(await signIn(world, made.email, PASSWORD)).toMatchObject({
      user: { id: made.id, mustChangePassword: false },
    })
  })

  it.each(['library', 'identity'])(
    'S-ADA-06 it waits two seconds for %s, which decides by the plan, and not longer',
    async name => {
      const release = await holdBackEvents(world, name)
      const started = performance.now()
      const made = await world.rpc.call(admin.createUser, account(), superAdmin)
      expect(performance.now() - started).toBeGreaterThan(1900)
      await release()
      await world.settle()
      expect(await signIn(world, made.email, PASSWORD)).toMatchObject({ user: { tier: 'starter' } })
    },
  )

  it('S-ADA-07 what identity refuses is refused with its reason', async () => {
    const made = await world.rpc.call(admin.createUser, account(), superAdmin)
    const again = world.rpc.call(admin.createUser, account(made.email.toUpperCase()), superAdmin)
    await expect(again).rejects.toMatchObject({ code: 'email_taken', status: 409 })
    await expect(world.rpc.call(admin.createUser, account('anna'), superAdmin)).rejects.toMatchObject({
      status: 400,
      message: 'Enter a valid email address.',
    })
  })

  it('S-ADA-02 lists accounts in pages', async () => {
    const made = await world.rpc.call(admin.createUser, account(), superAdmin)
    const { users, total } = await world.rpc.call(admin.listUsers, { limit: 1, offset: 0 }, superAdmin)
    expect(users).toMatchObject([made])
    expect(total).toBeGreaterThan(1)
  })

  it('S-ADA-10 S-ADA-17 resets the password of a user, not of nobody', async () => {
    const { id, email } = await world.rpc.call(admin.createUser, account(), superAdmin)
    const { temporaryPassword } = await world.rpc.call(admin.resetPassword, { id }, superAdmin)
    expect(await signIn(world, email, temporaryPassword)).toMatchObject({ user: { mustChangePassword: true } })
    const unknown = world.rpc.call(admin.resetPassword, { id: randomUUID() }, superAdmin)
    await expect(unknown).rejects.toMatchObject({ code: 'user_not_found', status: 404 })
  })

  it('S-ADA-05 generates a password', async () => {
    const { password } = await world.rpc.call(admin.generatePassword, {}, superAdmin)
    expect(password.length).toBeGreaterThanOrEqual(16)
  })

  it.each([
    ['create', (by: Actor) => world.rpc.call(admin.createUser, account('never@example.org'), by)],
    ['list', (by: Actor) => world.rpc.call(admin.listUsers, { limit: 1, offset: 0 }, by)],
    ['reset', (by: Actor) => world.rpc.call(admin.resetPassword, { id: randomUUID() }, by)],
    ['generate', (by: Actor) => world.rpc.call(admin.generatePassword, {}, by)],
  ])('S-ADA-11 S-ADA-12 %s: super_admin only', async (_, call) => {
    for (const role of ['user', 'admin'] as const)
      await expect(call(actorOf(randomUUID(), role))).rejects.toMatchObject({ code: 'forbidden', status: 403 })
    for (const nobody of [anonymous, system]) await expect(call(nobody)).rejects.toMatchObject({ code: 'no_session' })
    const { users } = await world.rpc.call(admin.listUsers, { limit: 1000, offset: 0 }, superAdmin)
    expect(users.map(u => u.email)).not.toContain('never@example.org')
  })
})

describe('with library and billing away', () => {
  let world: World
  beforeAll(async () => void (world = await startWorld([identityService, adminService])))
  afterAll(() => world.stop())

  it('an account is made and answered all the same', async () => {
    const made = await world.rpc.call(admin.createUser, account(), superAdmin)
    expect(await signIn(world, made.email, PASSWORD)).toMatchObject({ user: { id: made.id } })
  })
})

it('with identity away every call says that the service is busy', async () => {
  const world = await startWorld([adminService])
  try {
    const list = world.rpc.call(admin.listUsers, { limit: 1, offset: 0 }, superAdmin)
    await expect(list).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  } finally {
    await world.stop()
  }
})
