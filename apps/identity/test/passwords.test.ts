import { randomUUID } from 'node:crypto'
import { identity, PASSWORD_CHANGES, sessionEnded, type Actor, type AppError } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { ADMIN, anonymous, identityWorld, PASSWORD, superAdmin, type IdentityWorld } from './identity-world.ts'

let world: IdentityWorld
beforeAll(async () => void (world = await identityWorld()))
afterAll(() => world.stop())

const NEW = 'another good password'
const change = (actor: Actor, currentPassword = PASSWORD, newPassword = NEW, address = '192.0.2.9') =>
  world.rpc.call(identity.changePassword, { currentPassword, newPassword, address }, actor)
const reset = (id: string) => world.rpc.call(identity.resetPassword, { id }, superAdmin)
const wrongLogin = { code: 'login_failed', status: 401 }
const endedOf = (id: string) => world.published(sessionEnded).filter(d => (d as { userId: string }).userId === id)

describe('kept', () => {
  it('as argon2id with the parameters OWASP names, salted', async () => {
    const [one, two] = [await world.makeUser(), await world.makeUser()]
    const rows = await world
      .db('identity')
      .sql<{ password_hash: string }>('SELECT password_hash FROM users WHERE id IN ($1, $2)', [one.id, two.id])
    for (const r of rows) expect(r.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash)
  })
})

describe('change password', () => {
  it('ends every session of the user and answers a new one', async () => {
    const { id, email } = await world.makeUser()
    const [one, two] = [await world.signIn(email), await world.signIn(email)]
    const opened = await change(actorOf(id))
    for (const { token } of [one, two]) await expect(world.check(token)).rejects.toMatchObject({ code: 'no_session' })
    expect(await world.check(opened.token)).toMatchObject({ user: { id } })
    await expect(world.signIn(email)).rejects.toMatchObject(wrongLogin)
    await world.signIn(email, NEW)
    await world.settle()
    const [published] = endedOf(id) as { sessionIds: string[] }[]
    expect(published?.sessionIds.toSorted()).toEqual([one.sessionId, two.sessionId].toSorted())
  })

  it.each([
    ['a wrong current password', 'not the password', NEW, 'The current password is not right.'],
    ['a short new one', PASSWORD, '123456789', 'at least 10 characters'],
    ['the same one', PASSWORD, PASSWORD, 'differs from the current one'],
  ])('refuses %s and changes nothing', async (_, current, next, reason) => {
    const { id, email } = await world.makeUser()
    const { token } = await world.signIn(email)
    await expect(change(actorOf(id), current, next)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(reason),
    })
    await world.check(token)
    await world.signIn(email)
  })

  it('limits guesses at the current password like a sign-in', async () => {
    const { id, email } = await world.makeUser()
    for (let i = 0; i < 10; i++)
      await expect(change(actorOf(id), `guess ${i}`, NEW, `203.0.113.${i}`)).rejects.toMatchObject({ status: 400 })
    await expect(change(actorOf(id), PASSWORD, NEW, '203.0.113.99')).rejects.toMatchObject({ status: 429 })
    await expect(world.signIn(email, PASSWORD, '203.0.113.98')).rejects.toMatchObject({ status: 429 })
    world.clock.advance(14 * 60_000)
    for (let i = 0; i < 10; i++)
      await expect(change(actorOf(id), 'one more', NEW, `203.0.113.${i + 20}`)).rejects.toMatchObject({ status: 429 })
    world.clock.advance(60_000)
    await change(actorOf(id)) // what was refused did not lengthen the wait
  })

  it('is limited for each account, as every change sends a mail', async () => {
    const [one, other] = [await world.makeUser(), await world.makeUser()]
    const passwords = Array.from({ length: PASSWORD_CHANGES + 1 }, (_, n) => `a good password, number ${n}`)
    let current = PASSWORD
    for (const next of passwords.slice(0, PASSWORD_CHANGES)) {
      await change(actorOf(one.id), current, next)
      current = next
    }
    const last = passwords[PASSWORD_CHANGES]
    await expect(change(actorOf(one.id), current, last)).rejects.toMatchObject({ status: 429 })
    await change(actorOf(other.id))
    world.clock.advance(15 * 60_000)
    await change(actorOf(one.id), current, last)
  })

  it('is for somebody who is signed in', async () => {
    for (const nobody of [anonymous, actorOf('', 'system'), actorOf(randomUUID())])
      await expect(change(nobody)).rejects.toMatchObject({ code: 'no_session' })
  })

  it('leaves no session of the old password when somebody signs in at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email } = await world.makeUser()
      const [changed, ...signIns] = await Promise.allSettled([
        change(actorOf(id), PASSWORD, NEW, `192.0.2.${round}`),
        // from an address of this round: those that come too late count as failures of it
        ...Array.from({ length: 4 }, () => world.signIn(email, PASSWORD, `192.0.2.${200 + round}`)),
      ])
      expect(changed.status).toBe('fulfilled')
      const outcomes = signIns.map(async s => {
        if (s.status === 'rejected') return (s.reason as AppError).code
        return world.check(s.value.token).then(
          () => 'still in',
          (error: AppError) => error.code,
        )
      })
      for (const outcome of await Promise.all(outcomes)) expect(['login_failed', 'no_session']).toContain(outcome)
    }
  })
})

describe('reset password', () => {
  it('S-ADA-10 gives a strong temporary password that must be changed, and ends all sessions', async () => {
    const { id, email } = await world.makeUser()
    const { token, sessionId } = await world.signIn(email)
    const { temporaryPassword } = await reset(id)
    expect(temporaryPassword.length).toBeGreaterThanOrEqual(16)
    await expect(world.check(token)).rejects.toMatchObject({ code: 'no_session' })
    await expect(world.signIn(email)).rejects.toMatchObject(wrongLogin)
    expect(await world.signIn(email, temporaryPassword)).toMatchObject({ user: { id, mustChangePassword: true } })
    const opened = await change(actorOf(id), temporaryPassword)
    expect(opened.user.mustChangePassword).toBe(false)
    await world.settle()
    expect(endedOf(id)[0]).toEqual({ userId: id, sessionIds: [sessionId] })
  })

  it('S-ADA-10 works for any user, a super_admin too', async () => {
    const { user } = await world.signIn(ADMIN.email, ADMIN.password)
    const { temporaryPassword } = await reset(user.id)
    expect(await world.signIn(ADMIN.email, temporaryPassword)).toMatchObject({ user: { role: 'super_admin' } })
  })

  it('lets a locked-out user in', async () => {
    const { id, email } = await world.makeUser()
    for (let i = 0; i < 10; i++) await world.signIn(email, 'forgotten', `198.51.100.${i}`).catch(() => {})
    await expect(world.signIn(email, PASSWORD, '198.51.100.50')).rejects.toMatchObject({ status: 429 })
    const { temporaryPassword } = await reset(id)
    await world.signIn(email, temporaryPassword, '198.51.100.50')
  })

  it.each([randomUUID(), 'no-uuid', '', '\0'])('S-ADA-17 of the unknown id %p fails with a message', async id => {
    await expect(reset(id)).rejects.toMatchObject({ code: 'user_not_found', status: 404, message: 'No such user.' })
  })
})

it('S-ADA-05 generate-password answers one that can be used', async () => {
  const { password } = await world.rpc.call(identity.generatePassword, {}, superAdmin)
  const made = { email: 'generated@example.org', password, displayName: null, role: 'user', tier: 'starter' } as const
  await world.rpc.call(identity.createUser, { ...made, mustChangePassword: true }, superAdmin)
  expect(await world.signIn(made.email, password)).toMatchObject({ user: { mustChangePassword: true } })
})
