import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator.ts'
import { type Daymark, type SignedInUser, startDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { ADMIN } from '../../support/accounts.ts'
import { linkPaths, createSharedGallery, statuses } from '../../support/shared-gallery.ts'

/** Passkeys need https. */
const SITE = 'https://daymark.test'
let mailbox: Mailbox
let daymark: Daymark
let admin: Visitor
beforeAll(async () => {
  mailbox = await Mailbox.open()
  daymark = await startDaymark({ env: { ...mailbox.env, DAYMARK_PUBLIC_URL: SITE } })
  admin = await daymark.admin()
})
afterAll(async () => {
  await daymark.stop()
  await mailbox.goAway()
})

const [STEP, DAY] = [30_000, 86_400_000]
type Failure = http.ErrorAnswer & { challenge?: string; deletion_due_at?: string }
type Left = { deletion_due_at: string } & Failure

const leave = (who: Visitor, body: Record<string, unknown>) => who.delete<Left>('/api/settings/account', body)
const withPassword = (member: SignedInUser) => leave(member, { current_password: member.password })
const signIn = <T = Failure>({ email, password }: SignedInUser, who: Visitor = daymark.visitor()) =>
  who.post<T>('/api/auth/login', { username: email, password })
/** All that a sign-in shows of an account that waits for its deletion. */
async function asked(member: SignedInUser, who?: Visitor): Promise<string> {
  const { status, body, headers } = await signIn(member, who)
  expect([status, body.code]).toEqual([403, 'account_deleting'])
  expect(headers.getSetCookie()).toEqual([])
  expect(Date.parse(body.deletion_due_at ?? '')).toBeGreaterThan(+daymark.clock.now())
  return body.challenge ?? ''
}
const keep = <T = http.User & Failure>(challenge: string, who: Visitor = daymark.visitor()) =>
  who.post<T>('/api/auth/keep-account', { challenge })
const me = async (who: Visitor) => (await who.get('/api/auth/me')).status
const account = (id: string) => admin.get<http.AdminAccount>(`/api/admin/users/${id}`)
const job = async (name: string) => {
  await daymark.runJob('identity', name)
  await daymark.settle()
}
async function pass(days: number): Promise<void> {
  await daymark.clock.advance(days * DAY)
  await admin.post('/api/auth/login', { username: ADMIN.email, password: ADMIN.password })
}

describe('rule 85 an owner deletes the own account', () => {
  it('L-MKT-13 L-PRIV-05 closes everything at once, tells her by mail, and gives it all back', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const { token, image, link } = await createSharedGallery(daymark, {
      owner,
      count: 1,
      share: { allow_downloads: true },
    })
    const program = await createIntegrator(owner)
    const addresses = linkPaths(token, image.filename)
    const elsewhere = daymark.visitor()
    await signIn(owner, elsewhere)
    const { status, body, headers } = await withPassword(owner)
    expect([status, body.message]).toEqual([200, 'Your account is scheduled for deletion.'])
    expect(Math.abs(Date.parse(body.deletion_due_at) - +daymark.clock.now() - 14 * DAY)).toBeLessThan(60_000)
    expect(headers.getSetCookie().join()).toMatch(/Expires=Thu, 01 Jan 1970|Max-Age=0/)
    await pollUntil('all is closed', async () => {
      const seen = await statuses(daymark.visitor(), addresses)
      const own = [await me(owner), await me(elsewhere), (await program.get('/v1/images')).status]
      return seen.every(one => one === 404) && own.join() === '401,401,401'
    })
    const mail = await mailbox.take(owner.email, 'is scheduled for deletion')
    expect(mail.text).toContain('Keep my account')
    expect(mail.links).toContain(`${SITE}/login`)
    const challenge = await asked(owner)
    const back = daymark.visitor()
    expect((await keep(challenge, back)).status).toBe(200)
    expect(await me(back)).toBe(200)
    await mailbox.take(owner.email, 'account will be kept')
    await pollUntil('all is open', async () => {
      const seen = await statuses(daymark.visitor(), addresses)
      return seen.every(one => one === 200) && (await program.get('/v1/images')).status === 200
    })
    expect((await back.get<http.Share[]>('/api/shares')).body.map(({ id }) => id)).toEqual([link.id])
    // the way back is gone with that
    expect((await keep(challenge)).body.code).toBe('challenge_expired')
  })

  it('asks for the password, and for the code where two-step sign-in is on, also on the way back', async () => {
    const owner = await daymark.createUser()
    const wrong = await leave(owner, { current_password: 'something else' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'The current password is not correct.'])
    const setup = { current_password: owner.password }
    const { body } = await owner.post<http.SecondStepSetup>('/api/settings/second-step', setup)
    const code = async () => {
      await daymark.clock.advance(STEP)
      return TOTP.generate({ secret: Secret.fromBase32(body.key), timestamp: +daymark.clock.now() })
    }
    await owner.post('/api/settings/second-step/confirm', { challenge: body.challenge, code: await code() })
    for (const given of [undefined, '000000'])
      expect((await leave(owner, { current_password: owner.password, code: given })).status).toBe(400)
    expect(await me(owner)).toBe(200)
    expect((await leave(owner, { current_password: owner.password, code: await code() })).status).toBe(200)
    const first = await signIn(owner)
    expect([first.status, first.body.code]).toEqual([401, 'second_step_required'])
    const proved = { challenge: first.body.challenge, code: await code() }
    const second = await daymark.visitor().post<Failure>('/api/auth/second-step', proved)
    expect([second.status, second.body.code]).toEqual([403, 'account_deleting'])
    // the code is spent, though it opened nothing
    expect((await daymark.visitor().post<Failure>('/api/auth/second-step', proved)).status).toBe(401)
    expect((await keep(second.body.challenge ?? '')).status).toBe(200)
  })

  it('a passkey leads back as well', async () => {
    const owner = await daymark.createUser()
    const passkey = new Authenticator()
    const own = { current_password: owner.password }
    const made = (await owner.post<http.PasskeyOptions>('/api/settings/passkeys/options', own)).body
    const credential = passkey.create(made.options as never, { origin: made.origin })
    await owner.post('/api/settings/passkeys', { challenge: made.challenge, name: 'Laptop', credential })
    await withPassword(owner)
    const use = (await daymark.visitor().post<http.PasskeyOptions>('/api/auth/passkey/options')).body
    const body = { challenge: use.challenge, credential: passkey.get(use.options as never, { origin: use.origin }) }
    const { status, body: answer } = await daymark.visitor().post<Failure>('/api/auth/passkey', body)
    expect([status, answer.code]).toEqual([403, 'account_deleting'])
    expect((await keep(answer.challenge ?? '')).status).toBe(200)
  })

  it('a forgotten password is no way out of it, and no way into it', async () => {
    const owner = await daymark.createUser()
    await withPassword(owner)
    await daymark.visitor().post('/api/auth/forgot-password', { username: owner.email })
    const { links } = await mailbox.take(owner.email, 'Choose a new')
    const token = new URL(links[0] ?? '').hash.slice(1)
    const before = await asked(owner)
    await daymark.visitor().post('/api/auth/reset-password', { token, new_password: 'another long password' })
    expect((await keep(before)).body.code).toBe('challenge_expired')
    expect((await keep(await asked(Object.assign(owner, { password: 'another long password' })))).status).toBe(200)
  })

  it('the administration sees who asked, and can undo it; the audit log tells all of it', async () => {
    const owner = await daymark.createUser()
    await withPassword(owner)
    expect((await account(owner.id)).body.user).toMatchObject({ state: 'deleting', deletion_by_owner: true })
    await keep(await asked(owner), owner)
    await withPassword(owner)
    const undone = await admin.post<http.AdminUser>(`/api/admin/users/${owner.id}/reactivate`)
    expect(undone.body).toMatchObject({ state: 'active', deletion_by_owner: false, deletion_due_at: null })
    expect((await signIn(owner)).status).toBe(200)
    await daymark.settle()
    const log = await admin.get<{ entries: { action: string; actor: { name: string } }[] }>(
      `/api/admin/audit?target=${owner.id}`,
    )
    const acts = log.body.entries.filter(({ action }) => !action.startsWith('user.signed-in'))
    expect(acts.map(({ action, actor }) => [action, actor.name]).toReversed()).toEqual([
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
  ])('what is %s meanwhile cannot be kept', async (_, how) => {
    const owner = await daymark.createUser()
    const due = (await withPassword(owner)).body.deletion_due_at
    const challenge = await asked(owner)
    if (how) await admin.post(`/api/admin/users/${owner.id}/${how}`, {})
    else await admin.delete(`/api/admin/users/${owner.id}`)
    expect((await keep(challenge)).body.code).toBe('challenge_expired')
    expect((await signIn(owner)).body.code).toBe('login_failed')
    const { user } = (await account(owner.id)).body
    expect([user.state, user.deletion_by_owner, user.deletion_due_at]).toEqual(['deleting', false, due])
  })

  it('the last super_admin cannot', async () => {
    const first = Object.assign(daymark.visitor(), { id: '', ...ADMIN })
    await signIn(first, first)
    const { status, body } = await withPassword(first)
    expect([status, body.code]).toEqual([409, 'last_super_admin'])
    expect(await me(first)).toBe(200)
    const other = await daymark.createUser({ role: 'super_admin' })
    expect((await withPassword(other)).status).toBe(200)
  })

  it('she is reminded two days before, once, and told when it is done; her address is free again', async () => {
    const owner = await daymark.createUser({ email: `Ada-${randomUUID()}@daymark.test` })
    await withPassword(owner)
    await mailbox.take(owner.email, 'is scheduled for deletion')
    await pass(11.9)
    await job('RemindOfDeletion')
    await pass(0.2)
    for (let times = 0; times < 2; times++) await job('RemindOfDeletion')
    await mailbox.take(owner.email, 'will soon be deleted')
    await asked(owner)
    await pass(2)
    await job('DeleteAccounts')
    const farewell = await mailbox.take(owner.email, 'was deleted')
    expect(farewell.text).toContain('Your account was deleted as requested')
    expect(mailbox.mails.filter(mail => mail.to === owner.email)).toEqual([])
    expect((await signIn(owner)).body.code).toBe('login_failed')
    expect((await account(owner.id)).status).toBe(404)
    expect((await daymark.createUser({ email: owner.email })).id).not.toBe(owner.id)
  })
})

it('L-PRIV-03 L-PRIV-05 the Privacy page is told what this installation is set up for', async () => {
  const { status, body } = await daymark.visitor().get<http.PrivacyFacts>('/api/privacy/facts')
  expect([status, body]).toEqual([
    200,
    {
      ...{ trash_days: 30, deletion_days: 14, visit_days: 90, audit_days: 400, activity_days: 90 },
      event_days: process.env['DAYMARK_TEST_BUS'] === 'nats' ? 14 : 0,
      ...{ mail: true, mail_days: 90, cards: false, telemetry: false },
    },
  ])
})
