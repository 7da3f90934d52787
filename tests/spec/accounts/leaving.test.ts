import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { ADMIN } from '../../support/accounts.ts'
import { linkPaths, createSharedGallery, statuses } from '../../support/shared-gallery.ts'

/** Passkeys require https. */
const SITE = 'https://daymark.test'
let mailbox: Mailbox
let admin: Visitor
beforeAll(async () => void (mailbox = await Mailbox.open()))
const daymark = setUpDaymark(() => ({ env: { ...mailbox.env, DAYMARK_PUBLIC_URL: SITE } }))
beforeAll(async () => void (admin = await daymark.admin()))
afterAll(() => mailbox.stop())

const [STEP, DAY] = [30_000, 86_400_000]
type Failure = http.ErrorAnswer & { challenge?: string; deletion_due_at?: string }
type Left = { deletion_due_at: string } & Failure

const deleteAccount = (visitor: Visitor, body: Record<string, unknown>) =>
  visitor.delete<Left>('/api/settings/account', body)
const deleteWithPassword = (member: SignedInUser) => deleteAccount(member, { current_password: member.password })
const signIn = <T = Failure>({ email, password }: SignedInUser, visitor: Visitor = daymark.visitor()) =>
  visitor.post<T>('/api/auth/login', { username: email, password })
/** The challenge that a sign-in returns while the account is being deleted. */
async function challengeOf(member: SignedInUser, visitor?: Visitor): Promise<string> {
  const { status, body, headers } = await signIn(member, visitor)
  expect([status, body.code]).toEqual([403, 'account_deleting'])
  expect(headers.getSetCookie()).toEqual([])
  expect(Date.parse(body.deletion_due_at ?? '')).toBeGreaterThan(+daymark.clock.now())
  return body.challenge ?? ''
}
const keepAccount = <T = http.User & Failure>(challenge: string, visitor: Visitor = daymark.visitor()) =>
  visitor.post<T>('/api/auth/keep-account', { challenge })
const me = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).status
const account = (id: string) => admin.get<http.AdminAccount>(`/api/admin/users/${id}`)
const job = async (name: string) => {
  await daymark.runJob('identity', name)
  await daymark.settle()
}
async function passDays(days: number): Promise<void> {
  await daymark.clock.advance(days * DAY)
  await admin.post('/api/auth/login', { username: ADMIN.email, password: ADMIN.password })
}

describe('rule 85 an owner deletes their account', () => {
  it('L-MKT-13 L-PRIV-05 everything is closed at once, the owner gets a mail, and keeping the account restores everything', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const { token, image, link } = await createSharedGallery(daymark, {
      owner,
      count: 1,
      share: { allow_downloads: true },
    })
    const client = await createIntegrator(owner)
    const addresses = linkPaths(token, image.filename)
    const otherBrowser = daymark.visitor()
    await signIn(owner, otherBrowser)
    const { status, body, headers } = await deleteWithPassword(owner)
    expect([status, body.message]).toEqual([200, 'Your account is scheduled for deletion.'])
    expect(Math.abs(Date.parse(body.deletion_due_at) - +daymark.clock.now() - 14 * DAY)).toBeLessThan(60_000)
    expect(headers.getSetCookie().join()).toMatch(/Expires=Thu, 01 Jan 1970|Max-Age=0/)
    await pollUntil('the account is closed', async () => {
      const seen = await statuses(daymark.visitor(), addresses)
      const own = [await me(owner), await me(otherBrowser), (await client.get('/v1/images')).status]
      return seen.every(one => one === 404) && own.join() === '401,401,401'
    })
    const mail = await mailbox.take(owner.email, 'is scheduled for deletion')
    expect(mail.text).toContain('Keep My Account')
    expect(mail.links).toContain(`${SITE}/login`)
    const challenge = await challengeOf(owner)
    const visitor = daymark.visitor()
    expect((await keepAccount(challenge, visitor)).status).toBe(200)
    expect(await me(visitor)).toBe(200)
    await mailbox.take(owner.email, 'account will be kept')
    await pollUntil('the account is open', async () => {
      const seen = await statuses(daymark.visitor(), addresses)
      return seen.every(one => one === 200) && (await client.get('/v1/images')).status === 200
    })
    expect((await visitor.get<http.Share[]>('/api/shares')).body.map(({ id }) => id)).toEqual([link.id])
    // keeping the account uses up the challenge
    expect((await keepAccount(challenge)).body.code).toBe('challenge_expired')
  })

  it('deleting and keeping require the password, and the code if two-step sign-in is on', async () => {
    const owner = await daymark.createUser()
    const wrong = await deleteAccount(owner, { current_password: 'something else' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'The current password is not correct.'])
    const setup = { current_password: owner.password }
    const { body } = await owner.post<http.SecondStepSetup>('/api/settings/second-step', setup)
    const code = async () => {
      await daymark.clock.advance(STEP)
      return TOTP.generate({ secret: Secret.fromBase32(body.key), timestamp: +daymark.clock.now() })
    }
    await owner.post('/api/settings/second-step/confirm', { challenge: body.challenge, code: await code() })
    for (const given of [undefined, '000000'])
      expect((await deleteAccount(owner, { current_password: owner.password, code: given })).status).toBe(400)
    expect(await me(owner)).toBe(200)
    expect((await deleteAccount(owner, { current_password: owner.password, code: await code() })).status).toBe(200)
    const first = await signIn(owner)
    expect([first.status, first.body.code]).toEqual([401, 'second_step_required'])
    const codeBody = { challenge: first.body.challenge, code: await code() }
    const second = await daymark.visitor().post<Failure>('/api/auth/second-step', codeBody)
    expect([second.status, second.body.code]).toEqual([403, 'account_deleting'])
    // the code is used up although it created no session
    expect((await daymark.visitor().post<Failure>('/api/auth/second-step', codeBody)).status).toBe(401)
    expect((await keepAccount(second.body.challenge ?? '')).status).toBe(200)
  })

  it('the account can be kept after a sign-in with a passkey', async () => {
    const owner = await daymark.createUser()
    const passkey = new Authenticator()
    const own = { current_password: owner.password }
    const created = (await owner.post<http.PasskeyOptions>('/api/settings/passkeys/options', own)).body
    const credential = passkey.create(created.options as never, { origin: created.origin })
    await owner.post('/api/settings/passkeys', { challenge: created.challenge, name: 'Laptop', credential })
    await deleteWithPassword(owner)
    const use = (await daymark.visitor().post<http.PasskeyOptions>('/api/auth/passkey/options')).body
    const body = { challenge: use.challenge, credential: passkey.get(use.options as never, { origin: use.origin }) }
    const { status, body: answer } = await daymark.visitor().post<Failure>('/api/auth/passkey', body)
    expect([status, answer.code]).toEqual([403, 'account_deleting'])
    expect((await keepAccount(answer.challenge ?? '')).status).toBe(200)
  })

  it('a password reset does not cancel the deletion, and a challenge from before cannot be used to keep the account', async () => {
    const owner = await daymark.createUser()
    await deleteWithPassword(owner)
    await daymark.visitor().post('/api/auth/forgot-password', { username: owner.email })
    const { links } = await mailbox.take(owner.email, 'Choose a new')
    const token = new URL(links[0] ?? '').hash.slice(1)
    const before = await challengeOf(owner)
    await daymark.visitor().post('/api/auth/reset-password', { token, new_password: 'another long password' })
    expect((await keepAccount(before)).body.code).toBe('challenge_expired')
    expect(
      (await keepAccount(await challengeOf(Object.assign(owner, { password: 'another long password' })))).status,
    ).toBe(200)
  })

  it('the administration sees who requested the deletion and can undo it, and the audit log has every step', async () => {
    const owner = await daymark.createUser()
    await deleteWithPassword(owner)
    expect((await account(owner.id)).body.user).toMatchObject({ state: 'deleting', deletion_by_owner: true })
    await keepAccount(await challengeOf(owner), owner)
    await deleteWithPassword(owner)
    const undone = await admin.post<http.AdminUser>(`/api/admin/users/${owner.id}/reactivate`)
    expect(undone.body).toMatchObject({ state: 'active', deletion_by_owner: false, deletion_due_at: null })
    expect((await signIn(owner)).status).toBe(200)
    await daymark.settle()
    const log = await admin.get<{ entries: { action: string; actor: { name: string } }[] }>(
      `/api/admin/audit?target=${owner.id}`,
    )
    const actions = log.body.entries.filter(({ action }) => !action.startsWith('user.signed-in'))
    expect(actions.map(({ action, actor }) => [action, actor.name]).toReversed()).toEqual([
      ['user.created', ADMIN.email],
      ['user.deletion-requested', owner.email],
      ['user.deletion-taken-back', owner.email],
      ['user.deletion-requested', owner.email],
      ['user.reactivated', ADMIN.email],
    ])
  })

  it.each([
    ['suspended', 'suspend'],
    ['deleted by the administration', ''],
  ])('an account that was %s in the meantime cannot be kept', async (_, how) => {
    const owner = await daymark.createUser()
    const due = (await deleteWithPassword(owner)).body.deletion_due_at
    const challenge = await challengeOf(owner)
    if (how) await admin.post(`/api/admin/users/${owner.id}/${how}`, {})
    else await admin.delete(`/api/admin/users/${owner.id}`)
    expect((await keepAccount(challenge)).body.code).toBe('challenge_expired')
    expect((await signIn(owner)).body.code).toBe('login_failed')
    const { user } = (await account(owner.id)).body
    expect([user.state, user.deletion_by_owner, user.deletion_due_at]).toEqual(['deleting', false, due])
  })

  it('the last super_admin cannot delete their account', async () => {
    const first = Object.assign(daymark.visitor(), { id: '', ...ADMIN })
    await signIn(first, first)
    const { status, body } = await deleteWithPassword(first)
    expect([status, body.code]).toEqual([409, 'last_super_admin'])
    expect(await me(first)).toBe(200)
    const other = await daymark.createUser({ role: 'super_admin' })
    expect((await deleteWithPassword(other)).status).toBe(200)
  })

  it('one reminder is sent two days before and a mail after the deletion; then the address can be used again', async () => {
    const owner = await daymark.createUser({ email: `Ada-${randomUUID()}@daymark.test` })
    await deleteWithPassword(owner)
    await mailbox.take(owner.email, 'is scheduled for deletion')
    await passDays(11.9)
    await job('RemindOfDeletion')
    await passDays(0.2)
    for (let times = 0; times < 2; times++) await job('RemindOfDeletion')
    await mailbox.take(owner.email, 'will soon be deleted')
    await challengeOf(owner)
    await passDays(2)
    await job('DeleteAccounts')
    const finalMail = await mailbox.take(owner.email, 'was deleted')
    expect(finalMail.text).toContain('Your account was deleted as requested')
    expect(mailbox.mails.filter(mail => mail.to === owner.email)).toEqual([])
    expect((await signIn(owner)).body.code).toBe('login_failed')
    expect((await account(owner.id)).status).toBe(404)
    expect((await daymark.createUser({ email: owner.email })).id).not.toBe(owner.id)
  })
})

it('L-PRIV-03 L-PRIV-05 the facts on the Privacy page match the settings of the installation', async () => {
  const { status, body } = await daymark.visitor().get<http.PrivacyFacts>('/api/privacy/facts')
  expect([status, body]).toEqual([
    200,
    {
      trash_days: 30,
      deletion_days: 14,
      visit_days: 90,
      audit_days: 400,
      activity_days: 90,
      event_days: process.env['DAYMARK_TEST_BUS'] === 'nats' ? 14 : 0,
      mail: true,
      mail_days: 90,
      cards: false,
      telemetry: false,
    },
  ])
})
