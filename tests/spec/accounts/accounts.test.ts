import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'

const daymark = setUpDaymark()

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
    expect(more).toEqual([])
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
    expect(user.jar()).toEqual([])
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
})
