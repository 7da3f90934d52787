import { randomUUID } from 'node:crypto'
import { GB, identity, TB, userCreated, type Actor, type AppError, type Role, type Tier } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import type { z } from 'zod'
import { ADMIN, anonymous, identityWorld, PASSWORD, superAdmin, type IdentityWorld } from './identity-world.ts'

let world: IdentityWorld
beforeAll(async () => void (world = await identityWorld()))
afterAll(() => world.stop())

const some = (): z.input<(typeof identity.createUser)['input']> => ({
  email: `${randomUUID()}@example.org`,
  password: PASSWORD,
  displayName: null,
  role: 'user',
  tier: 'starter',
  mustChangePassword: false,
})
const create = (values: Partial<ReturnType<typeof some>>, by: Actor = superAdmin) =>
  world.rpc.call(identity.createUser, { ...some(), ...values }, by)
const list = (limit: number, offset = 0) => world.rpc.call(identity.listUsers, { limit, offset }, superAdmin)

describe('an account is made', () => {
  it('L-ENT-01 S-ADA-06 with what was asked for, and it is published', async () => {
    const made = await create({
      email: ' Anna.Lee@Example.org ',
      displayName: '  Anna Lee ',
      role: 'admin',
      tier: 'advanced',
    })
    expect(made).toEqual({
      id: expect.any(String),
      username: 'Anna.Lee@Example.org',
      email: 'Anna.Lee@Example.org',
      displayName: 'Anna Lee',
      role: 'admin',
      tier: 'advanced',
      subscriptionStatus: 'active',
      storageUsed: 0,
      storageLimit: 1.5 * TB,
      mustChangePassword: false,
      disabled: false,
      lastLogin: null,
      timeZone: null,
      language: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    await world.settle()
    const { id: userId, email, displayName, role, tier } = made
    expect(world.published(userCreated)).toContainEqual({ userId, email, displayName, role, tier })
  })

  it('whose display name galleries may show, and nothing else', async () => {
    const nameOf = (userId: string) => world.rpc.call(identity.getDisplayName, { userId }, anonymous)
    const { id } = await create({ displayName: 'Anna Lee' })
    expect(await nameOf(id)).toEqual({ displayName: 'Anna Lee' })
    for (const nameless of [(await create({})).id, randomUUID()])
      expect(await nameOf(nameless)).toEqual({ displayName: null })
  })

  it.each([
    ['starter', 100 * GB],
    ['professional', 500 * GB],
    ['advanced', 1.5 * TB],
    ['studio', 2 * TB],
  ] as const)('S-ADA-14 %s gets the storage of the administration figures', async (tier, storageLimit) => {
    expect(await create({ tier })).toMatchObject({ tier, storageLimit })
  })

  it.each(['user', 'admin', 'super_admin'] as const)('L-ENT-02 S-ADA-13 with the role %s', async role => {
    expect(await create({ role })).toMatchObject({ role })
  })

  it('S-ADA-09 without a display name, or with a blank one', async () => {
    expect(await create({ displayName: null })).toMatchObject({ displayName: null })
    expect(await create({ displayName: '  ' })).toMatchObject({ displayName: null })
  })

  it('L-LOGIN-12 an email is taken whatever its case', async () => {
    await create({ email: 'Twice@example.org' })
    await expect(create({ email: 'tWICE@Example.ORG' })).rejects.toMatchObject({ code: 'email_taken', status: 409 })
  })

  it('S-ADA-07 of five at once with the same email one wins, four are refused, one event is published', async () => {
    const email = `${randomUUID()}@example.org`
    const cases = [email, email.toUpperCase(), email, email.toUpperCase(), email]
    const results = await Promise.allSettled(cases.map(e => create({ email: e })))
    const outcomes = results.map(r => (r.status === 'fulfilled' ? 'made' : (r.reason as AppError).code))
    expect(outcomes.toSorted()).toEqual([...Array(4).fill('email_taken'), 'made'])
    await world.settle()
    const published = world.published(userCreated).filter(d => (d as { email: string }).email.toLowerCase() === email)
    expect(published).toHaveLength(1)
  })

  it.each([
    ['no email', { email: '' }, 'Enter a valid email address.'],
    ['an email without a domain', { email: 'anna' }, 'Enter a valid email address.'],
    ['no password', { password: '' }, 'A password needs at least 8 characters.'],
    ['a password that is the email', { email: 'me@example.org', password: 'ME@example.org' }, 'must differ'],
    ['a name nothing can keep', { displayName: 'A\0B' }, 'characters that cannot be kept'],
    ['half a character in the name', { displayName: '\ud800' }, 'characters that cannot be kept'],
    ['a role that is none', { role: 'owner' as Role }, 'role'],
    ['a tier that is none', { tier: 'gold' as Tier }, 'tier'],
  ])('S-ADA-07 S-ADA-08 S-ADA-13 %s is refused with a reason', async (_, values, reason) => {
    await expect(create(values)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(reason) })
  })

  it('an emoji in the name is fine', async () => {
    expect(await create({ displayName: 'Anna 📷' })).toMatchObject({ displayName: 'Anna 📷' })
  })
})

describe('the list of accounts', () => {
  it('S-ADA-02 is newest first, in pages, with the total', async () => {
    const made: string[] = []
    for (let i = 0; i < 3; i++) made.unshift((await create({})).id)
    const first = await list(2)
    const second = await list(2, 2)
    expect([...first.users, ...second.users].slice(0, 3).map(u => u.id)).toEqual(made)
    const all = await list(1000)
    expect(all.users).toHaveLength(all.total)
    expect(all.users.map(u => u.email)).toContain(ADMIN.email)
    expect(await list(0)).toEqual({ users: [], total: all.total })
    expect(await list(10, all.total)).toEqual({ users: [], total: all.total })
  })

  it('S-ADA-16 never holds a password or a hash', async () => {
    const text = JSON.stringify(await list(1000))
    expect(text).not.toMatch(/hash|argon2/i)
    expect(text).not.toContain(PASSWORD)
  })

  it('refuses a negative limit or offset', async () => {
    await expect(list(-1)).rejects.toMatchObject({ status: 400 })
    await expect(list(1, -1)).rejects.toMatchObject({ status: 400 })
  })
})

describe('S-ADA-11 only super_admin', () => {
  const id = randomUUID()
  const calls = {
    create: (by: Actor) => create({ email: 'never@example.org' }, by),
    list: (by: Actor) => world.rpc.call(identity.listUsers, { limit: 1, offset: 0 }, by),
    'reset a password': (by: Actor) => world.rpc.call(identity.resetPassword, { id }, by),
    'generate a password': (by: Actor) => world.rpc.call(identity.generatePassword, {}, by),
  }
  it.each(Object.entries(calls))('may %s', async (_, call) => {
    for (const role of ['user', 'admin'] as const)
      await expect(call(actorOf(id, role))).rejects.toMatchObject({ code: 'forbidden', status: 403 })
    for (const nobody of [anonymous, actorOf('', 'system'), actorOf('', 'super_admin')])
      await expect(call(nobody)).rejects.toMatchObject({ code: 'no_session', status: 401 })
  })
  it('and a refused creation makes nobody', async () => {
    expect((await list(1000)).users.map(u => u.email)).not.toContain('never@example.org')
  })
})
