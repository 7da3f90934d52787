import { identity, MAX_PASSWORD_CHANGES, type Actor, type AppError } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { startIdentity, PASSWORD, superAdmin } from './identity-services.ts'

const services = setUp(startIdentity)

const NEW_PASSWORD = 'another good password'
const changePassword = (actor: Actor, currentPassword = PASSWORD, newPassword = NEW_PASSWORD, address = '192.0.2.9') =>
  services.rpc.call(identity.changePassword, { currentPassword, newPassword, address }, actor)
const resetPassword = (id: string) => services.rpc.call(identity.resetPassword, { id }, superAdmin)

describe('stored passwords', () => {
  it('are salted argon2id hashes with the parameters of OWASP', async () => {
    const [one, two] = [await services.createUser(), await services.createUser()]
    const rows = await services
      .db('identity')
      .sql<{ password_hash: string }>('SELECT password_hash FROM users WHERE id IN ($1, $2)', [one.id, two.id])
    for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash)
  })
})

describe('change password', () => {
  it('limits wrong current passwords like a sign-in', async () => {
    const { id, email } = await services.createUser()
    for (let i = 0; i < 10; i++)
      await expect(changePassword(actorOf(id), `guess ${i}`, NEW_PASSWORD, `203.0.113.${i}`)).rejects.toMatchObject({
        status: 400,
      })
    await expect(changePassword(actorOf(id), PASSWORD, NEW_PASSWORD, '203.0.113.99')).rejects.toMatchObject({
      status: 429,
    })
    await expect(services.signIn(email, PASSWORD, '203.0.113.98')).rejects.toMatchObject({ status: 429 })
    services.clock.advance(14 * 60_000)
    for (let i = 0; i < 10; i++)
      await expect(changePassword(actorOf(id), 'one more', NEW_PASSWORD, `203.0.113.${i + 20}`)).rejects.toMatchObject({
        status: 429,
      })
    services.clock.advance(60_000)
    await changePassword(actorOf(id)) // rejected attempts did not extend the wait
  })

  it('is limited per account, because every change sends a mail', async () => {
    const [one, other] = [await services.createUser(), await services.createUser()]
    const passwords = Array.from({ length: MAX_PASSWORD_CHANGES + 1 }, (_, n) => `a good password, number ${n}`)
    let current = PASSWORD
    for (const next of passwords.slice(0, MAX_PASSWORD_CHANGES)) {
      await changePassword(actorOf(one.id), current, next)
      current = next
    }
    const last = passwords[MAX_PASSWORD_CHANGES]
    await expect(changePassword(actorOf(one.id), current, last)).rejects.toMatchObject({ status: 429 })
    await changePassword(actorOf(other.id))
    services.clock.advance(15 * 60_000)
    await changePassword(actorOf(one.id), current, last)
  })

  it('leaves no session of the old password after a concurrent sign-in', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email } = await services.createUser()
      const [changed, ...signIns] = await Promise.allSettled([
        changePassword(actorOf(id), PASSWORD, NEW_PASSWORD, `192.0.2.${round}`),
        // each round has another address, because attempts that arrive after the change count as failures of their address
        ...Array.from({ length: 4 }, () => services.signIn(email, PASSWORD, `192.0.2.${200 + round}`)),
      ])
      expect(changed.status).toBe('fulfilled')
      const outcomes = signIns.map(async signIn => {
        if (signIn.status === 'rejected') return (signIn.reason as AppError).code
        return services.checkSession(signIn.value.token).then(
          () => 'still in',
          (error: AppError) => error.code,
        )
      })
      for (const outcome of await Promise.all(outcomes)) expect(['login_failed', 'no_session']).toContain(outcome)
    }
  })
})

describe('reset password', () => {
  it('allows a user to sign in who was blocked after too many failures', async () => {
    const { id, email } = await services.createUser()
    for (let i = 0; i < 10; i++) await services.signIn(email, 'forgotten', `198.51.100.${i}`).catch(() => {})
    await expect(services.signIn(email, PASSWORD, '198.51.100.50')).rejects.toMatchObject({ status: 429 })
    const { temporaryPassword } = await resetPassword(id)
    await services.signIn(email, temporaryPassword, '198.51.100.50')
  })
})
