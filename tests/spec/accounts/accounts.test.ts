import type { http } from '@daymark/contracts'
import { Mailbox } from '@daymark/testing/mailbox'
import type { Visitor } from '@daymark/testing/outside'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'

/** Passkeys need https, or http on localhost. */
const origin = 'http://localhost'
let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
const daymark = setUpDaymark(() => ({ env: { ...mailbox.env, DAYMARK_PUBLIC_URL: origin } }))
afterAll(() => mailbox.stop())

type Failure = http.ErrorAnswer
const signIn = <T = Failure>(username: unknown, password: unknown, who: Visitor = daymark.visitor()) =>
  who.post<T>('/api/auth/login', { username, password })
const me = <T = http.User>(who: Visitor) => who.get<T>('/api/auth/me')
const NEW = 'a newly chosen password'
const changePassword = (who: Visitor, current_password: string, new_password = NEW) =>
  who.post<Failure>('/api/auth/change-password', { current_password, new_password })
/** Signs the user in on another computer. */
async function signInElsewhere(user: SignedInUser, password = user.password): Promise<Visitor> {
  const visitor = daymark.visitor()
  expect((await signIn(user.email, password, visitor)).status).toBe(200)
  return visitor
}
async function resetPassword(user: SignedInUser): Promise<string> {
  const admin = await daymark.admin()
  const path = `/api/admin/users/${user.id}/reset-password`
  return (await admin.post<{ temporaryPassword: string }>(path)).body.temporaryPassword
}

describe('signing in', () => {
  it('L-API-02 answers the user and a message', async () => {
    const user = await daymark.createUser({ tier: 'advanced' })
    const { status, body } = await signIn<{ user: http.User; message: string }>(user.email, user.password)
    expect(status).toBe(200)
    expect(body).toEqual({
      user: expect.objectContaining({ id: user.id, email: user.email }),
      message: expect.any(String),
    })
    expect(body.message).not.toBe('')
  })

  it('L-LOGIN-12 accepts the email address in any case as username', async () => {
    const { id, email, password } = await daymark.createUser({ email: 'Anna.Lee@Daymark.test' })
    for (const name of [email, email.toLowerCase(), email.toUpperCase(), ` ${email} `]) {
      const visitor = daymark.visitor()
      expect((await signIn(name, password, visitor)).status).toBe(200)
      expect((await me(visitor)).body).toMatchObject({ id, username: email, email })
    }
  })

  it('L-GUARD-07 sets an HttpOnly cookie that authenticates the next request', async () => {
    const user = await daymark.createUser()
    const visitor = daymark.visitor()
    const { headers } = await signIn(user.email, user.password, visitor)
    const [line = '', ...more] = headers.getSetCookie()
    expect(more).toEqual([expect.stringMatching(/^daymark_device=/)])
    expect(line).toMatch(/^\w+=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/)
    expect((await me(visitor)).body.id).toBe(user.id)
    const withoutCookie = daymark.visitor()
    expect((await me(withoutCookie)).status).toBe(401)
    expect((await me(daymark.visitor({ cookie: visitor.cookieHeader() }))).status).toBe(200)
  })

  it('L-API-03 L-LOGIN-11 a wrong password and an unknown user get the same answer without a cookie', async () => {
    const { email } = await daymark.createUser()
    for (const name of [email, 'unknown@daymark.test', 'unknown', '%', '']) {
      const { status, body, headers } = await signIn(name, 'wrong password')
      expect(status).toBe(401)
      const sentence = 'Invalid email or password'
      expect(body).toEqual({ error: sentence, message: sentence, code: 'login_failed', request_id: expect.any(String) })
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  it.each([
    ['nothing', {}],
    ['numbers', { username: 1, password: 2 }],
    ['a name nothing can keep', { username: 'a\0b', password: 'x' }],
    ['an endless password', { username: 'anna@daymark.test', password: 'x'.repeat(1001) }],
  ])('L-API-03 rejects %s as invalid input', async (_, body) => {
    const answer = await daymark.visitor().post<Failure>('/api/auth/login', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  })

  it('creates one session per browser; a second sign-in in the same browser replaces it', async () => {
    const user = await daymark.createUser()
    const [one, two] = [await signInElsewhere(user), await signInElsewhere(user)]
    const before = one.cookieHeader()
    await signIn(user.email, user.password, one)
    expect(one.cookieHeader()).not.toBe(before)
    expect((await me(daymark.visitor({ cookie: before }))).status).toBe(401)
    for (const visitor of [one, two]) expect((await me(visitor)).status).toBe(200)
  })
})

describe('the session', () => {
  it('L-API-01 L-ENT-01 L-ENT-03 answers the fields of the user without any secret', async () => {
    const user = await daymark.createUser({ tier: 'studio' })
    expect((await me(user)).body).toEqual({
      id: user.id,
      username: user.email,
      email: user.email,
      display_name: null,
      role: 'user',
      subscription_tier: 'studio',
      subscription_status: 'active',
      storage_used: 0,
      storage_limit: 2 * 1024 ** 4,
      last_login: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      must_change_password: false,
      time_zone: null,
      language: null,
    })
  })

  it.each([
    undefined,
    'daymark_session=',
    'daymark_session=x',
    `daymark_session=${'A'.repeat(43)}`,
    'daymark_session=%00',
  ])('L-API-01 without a valid session the answer is 401: cookie %p', async cookie => {
    const { status, body } = await me<Failure>(daymark.visitor(cookie ? { cookie } : {}))
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'no_session', message: expect.any(String) })
  })

  it('L-API-04 ends at sign-out, and sessions in other browsers continue', async () => {
    const user = await daymark.createUser()
    const other = await signInElsewhere(user)
    const cookie = user.cookieHeader()
    const { status, body } = await user.post('/api/auth/logout')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: expect.any(String) })
    expect(user.jar()).toMatchObject([{ name: 'daymark_device' }])
    expect((await me(daymark.visitor({ cookie }))).status).toBe(401)
    expect((await me(other)).status).toBe(200)
  })

  it('L-API-04 signing out without a session succeeds', async () => {
    expect((await daymark.visitor().post('/api/auth/logout')).status).toBe(200)
    expect((await daymark.visitor({ cookie: 'daymark_session=x' }).post('/api/auth/logout')).status).toBe(200)
  })

  it('ends after two weeks without use, or after three months', async () => {
    const DAY = 86_400_000
    const [busy, idle] = [await daymark.createUser(), await daymark.createUser()]
    for (let day = 0; day < 84; day += 12) {
      await daymark.clock.advance(12 * DAY)
      expect((await me(busy)).status).toBe(200)
    }
    expect((await me(idle)).status).toBe(401)
    await daymark.clock.advance(7 * DAY)
    expect((await me(busy)).status).toBe(401)
    await daymark.clock.advance(-91 * DAY)
  })
})

describe('changing the password', () => {
  it('renews the session of this browser and ends all others', async () => {
    const user = await daymark.createUser()
    const other = await signInElsewhere(user)
    expect((await me(other)).status).toBe(200)
    const before = user.cookieHeader()
    expect((await changePassword(user, user.password)).status).toBe(200)
    expect(user.cookieHeader()).not.toBe(before)
    expect((await me(user)).status).toBe(200)
    expect((await me(other)).status).toBe(401)
    expect((await me(daymark.visitor({ cookie: before }))).status).toBe(401)
    expect((await signIn(user.email, user.password)).status).toBe(401)
    expect((await signIn(user.email, NEW)).status).toBe(200)
  })

  it.each([
    ['a wrong current password', 'not the password', NEW, 'The current password is not correct.'],
    ['a short new one', undefined, 'short', 'A password needs at least 10 characters.'],
    ['no new one', undefined, '', 'A password needs at least 10 characters.'],
  ])('is rejected for %s with the reason', async (_, current, next, reason) => {
    const user = await daymark.createUser()
    const { status, body } = await changePassword(user, current ?? user.password, next)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.message).toContain(reason)
    expect((await signIn(user.email, user.password)).status).toBe(200)
  })
})

describe('a temporary password', () => {
  it('S-ADA-10 ends all sessions and allows only the choice of a new password', async () => {
    const user = await daymark.createUser()
    expect((await me(user)).status).toBe(200)
    const temporary = await resetPassword(user)
    expect((await me(user)).status).toBe(401)
    expect((await signIn(user.email, user.password)).status).toBe(401)
    const visitor = await signInElsewhere(user, temporary)
    expect((await me(visitor)).body).toMatchObject({ id: user.id, must_change_password: true })
    for (const path of ['/api/images', '/api/albums', '/api/subscription']) {
      const { status, body } = await visitor.get<Failure>(path)
      expect([status, body.code]).toEqual([403, 'password_change_required'])
    }
    expect((await changePassword(visitor, temporary, temporary)).status).toBe(400)
    expect((await changePassword(visitor, temporary)).status).toBe(200)
    expect((await me(visitor)).body.must_change_password).toBe(false)
    expect((await visitor.get('/api/images')).status).toBe(200)
    expect((await me(await signInElsewhere(user, NEW))).body.must_change_password).toBe(false)
  })
})

describe('failed sign-ins', () => {
  const FIFTEEN_MINUTES = 15 * 60_000
  it('L-API-03 rule 30: the eleventh attempt on one account is refused with the time to wait; other accounts at the same address can sign in', async () => {
    await daymark.clock.advance(FIFTEEN_MINUTES) // failures of the tests above no longer count
    const [victim, neighbor] = [await daymark.createUser(), await daymark.createUser()]
    for (let i = 0; i < 10; i++) expect((await signIn(victim.email, `guess ${i}`)).status).toBe(401)
    const { status, body, headers } = await signIn(victim.email, victim.password)
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
    expect(body.message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(850)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await signIn(neighbor.email, neighbor.password)).status).toBe(200)
    expect((await me(victim)).status).toBe(200) // existing sessions are not affected
    await daymark.clock.advance(FIFTEEN_MINUTES)
    for (const { email, password } of [victim, neighbor]) expect((await signIn(email, password)).status).toBe(200)
  })

  it('rule 30: a successful sign-in resets the count of the account', async () => {
    const { email, password } = await daymark.createUser()
    for (let i = 0; i < 9; i++) expect((await signIn(email, `guess ${i}`)).status).toBe(401)
    expect((await signIn(email, password)).status).toBe(200)
    expect((await signIn(email, 'another guess')).status).toBe(401)
    expect((await signIn(email, password)).status).toBe(200)
  })
})

describe('other ways to sign in', () => {
  it('rule 57: two-step sign-in requires a code of the app or a recovery code; new recovery codes replace the old ones', async () => {
    type Codes = { recovery_codes: string[] }
    const SECOND_STEP = '/api/settings/second-step'
    const user = await daymark.createUser()
    const current_password = user.password
    const { challenge, key } = (await user.post<http.SecondStepSetup>(SECOND_STEP, { current_password })).body
    /** The next code, because used codes are rejected. */
    async function nextCode(): Promise<string> {
      await daymark.clock.advance(30_000)
      return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +daymark.clock.now() })
    }
    const before = await user.post<Codes>(`${SECOND_STEP}/confirm`, { challenge, code: await nextCode() })
    const renewal = { current_password, code: await nextCode() }
    const after = await user.post<Codes>(`${SECOND_STEP}/recovery-codes`, renewal)
    async function signInWithCode(code: string): Promise<number> {
      const { status, body } = await signIn<Failure & { challenge: string }>(user.email, user.password)
      expect([status, body.code]).toEqual([401, 'second_step_required'])
      return (await daymark.visitor().post('/api/auth/second-step', { challenge: body.challenge, code })).status
    }
    expect(await signInWithCode(before.body.recovery_codes[0] ?? '')).toBe(401)
    expect(await signInWithCode(after.body.recovery_codes[0] ?? '')).toBe(200)
    expect(await signInWithCode(await nextCode())).toBe(200)
  })

  it('rule 58: a passkey signs in; a counter that decreased is rejected, and the passkey is shown as possibly copied', async () => {
    type Options = http.PasskeyOptions & {
      options: { challenge: string; user: { id: string }; rp: { id: string }; rpId: string }
    }
    const [user, authenticator] = [await daymark.createUser(), new Authenticator()]
    const addition = { current_password: user.password }
    const added = (await user.post<Options>('/api/settings/passkeys/options', addition)).body
    const passkey = { name: 'Laptop', credential: authenticator.create(added.options, { origin }) }
    expect((await user.post('/api/settings/passkeys', { challenge: added.challenge, ...passkey })).status).toBe(201)
    async function signInWithCounter(counter: number): Promise<number> {
      const { challenge, options } = (await daymark.visitor().post<Options>('/api/auth/passkey/options')).body
      const credential = authenticator.get(options, { origin, counter })
      return (await daymark.visitor().post('/api/auth/passkey', { challenge, credential })).status
    }
    for (const counter of [7, 8]) expect([counter, await signInWithCounter(counter)]).toEqual([counter, 200])
    for (const counter of [8, 3, 0]) expect([counter, await signInWithCounter(counter)]).toEqual([counter, 401])
    const { passkeys } = (await user.get<http.AccountSecurity>('/api/settings/security')).body
    expect(passkeys).toMatchObject([{ name: 'Laptop', may_be_copied: true }])
    expect(await signInWithCounter(9)).toBe(200)
  })
})

describe('the email address', () => {
  it('is changed with the password and a link sent to the new address, and the old address gets a mail', async () => {
    const user = await daymark.createUser()
    const email = `new-${user.email}`
    const change = (newEmail: string, current_password: string) =>
      user.post<http.Profile & Failure>('/api/settings/email', { email: newEmail, current_password })
    expect((await change(email, 'not the password')).body.code).toBe('invalid_input')
    expect((await change('no address', user.password)).status).toBe(400)
    const changed = await change(email, user.password)
    expect(changed.body).toMatchObject({ email: user.email, pending_email: email, mail_set_up: true })
    expect((await mailbox.take(user.email, 'A new email address')).text).toContain(email)
    const { links } = await mailbox.take(email, 'Confirm your email address')
    const token = new URL(links[0] ?? '').hash.slice(1)
    const confirm = () => daymark.visitor().post<Failure>('/api/auth/confirm-email', { token })
    expect((await signIn(email, user.password)).status).toBe(401)
    expect((await confirm()).status).toBe(200)
    expect((await confirm()).body.code).toBe('mail_link_gone')
    await mailbox.take(user.email, 'was changed')
    expect((await me(user)).body).toMatchObject({ username: email, email })
    expect((await signIn(user.email, user.password)).status).toBe(401)
    expect((await signIn(email, user.password)).status).toBe(200)
  })
})
