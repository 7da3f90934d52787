import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { withinASecond } from '../../support/waiting.ts'

/** An installation without mail. */
const daymark = setUpDaymark()

type Failure = http.ErrorAnswer
type List = { sessions: http.Session[]; total: number }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const me = (who: Visitor) => who.get<http.User & Failure>('/api/auth/me')
const update = (who: Visitor, changes: Record<string, unknown>) =>
  who.patch<http.Profile & Failure>('/api/settings/profile', changes)
const list = async (who: Visitor) => (await who.get<List>('/api/settings/sessions')).body
const signIn = (username: string, password: string, who: Visitor = daymark.visitor()) =>
  who.post<Failure>('/api/auth/login', { username, password })
/** Signs the user in on another computer. */
async function signInElsewhere(
  { email, password }: SignedInUser,
  headers: Record<string, string> = {},
): Promise<Visitor> {
  const visitor = daymark.visitor(headers)
  expect((await signIn(email, password, visitor)).status).toBe(200)
  return visitor
}

describe('the profile', () => {
  it('S-SET-01 L-ENT-01 shows name, username, address and dates; a change affects only the given fields', async () => {
    const user = await daymark.createUser({ displayName: 'Ansel' })
    const empty = { pending_email: null, time_zone: null, language: null, mail_set_up: false }
    const profile = { display_name: 'Ansel', username: user.email, email: user.email, ...empty }
    expect((await user.get<http.Profile>('/api/settings/profile')).body).toEqual(profile)
    const dates = { time_zone: 'Europe/Berlin', language: 'de-de' }
    expect((await update(user, dates)).body).toEqual({ ...profile, time_zone: 'Europe/Berlin', language: 'de-DE' })
    expect((await update(user, { display_name: '  Ansel Adams ' })).body.display_name).toBe('Ansel Adams')
    expect((await me(user)).body).toMatchObject({
      display_name: 'Ansel Adams',
      time_zone: 'Europe/Berlin',
      language: 'de-DE',
    })
    expect((await update(user, { display_name: ' ', time_zone: null, language: null })).body).toMatchObject({
      display_name: null,
      time_zone: null,
      language: null,
    })
  })

  it.each([
    [{ time_zone: 'Middle/Earth' }],
    [{ language: 'no language!' }],
    [{ display_name: 'x'.repeat(201) }],
    [{ display_name: 'a\0b' }],
    [{ time_zone: 5 }],
  ])('%j is invalid input', async changes => {
    const { status, body } = await update(await daymark.createUser(), changes)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })

  it('without mail a new address is applied at once with the password; a taken one answers 409', async () => {
    const [user, other] = [await daymark.createUser(), await daymark.createUser()]
    const change = (email: string, current_password = user.password) =>
      user.post<http.Profile & Failure>('/api/settings/email', { email, current_password })
    expect((await change('new@daymark.test', 'wrong')).status).toBe(400)
    expect((await change(other.email.toUpperCase())).body.code).toBe('email_taken')
    expect((await change('New@daymark.test')).body).toMatchObject({ email: 'New@daymark.test', pending_email: null })
    expect((await me(user)).body.username).toBe('New@daymark.test')
    expect((await signIn('new@daymark.test', user.password)).status).toBe(200)
    expect((await signIn(user.email, user.password)).status).toBe(401)
  })
})

describe('without mail', () => {
  it("L-LOGIN-05 'Forgot password?' is not offered, and a request gets the same error for every name", async () => {
    const user = await daymark.createUser()
    expect((await daymark.visitor().get('/api/auth/options')).body).toEqual({ password_reset: false })
    for (const username of [user.email, 'unknown@daymark.test']) {
      const { status, body } = await daymark.visitor().post<Failure>('/api/auth/forgot-password', { username })
      expect([status, body.code]).toEqual([409, 'mail_off'])
    }
    const token = 'A'.repeat(43)
    const link = await daymark
      .visitor()
      .post<Failure>('/api/auth/reset-password', { token, new_password: 'long enough' })
    expect([link.status, link.body.code]).toEqual([410, 'mail_link_gone'])
  })

  it('a sign-in sets one cookie and queues no mail', async () => {
    const user = await daymark.createUser()
    const answer = await signIn(user.email, user.password)
    expect(answer.headers.getSetCookie()).toHaveLength(1)
    expect(await daymark.db('identity').sql('SELECT id FROM job_queue')).toEqual([])
    expect((await user.get<http.MailChoices>('/api/settings/mail')).body.mail_set_up).toBe(false)
  })
})

describe('sessions', () => {
  it('are listed with device, address and last use, the current one first and marked', async () => {
    const user = await daymark.createUser()
    await signInElsewhere(user, { 'user-agent': FIREFOX })
    await daymark.clock.advance(60_000)
    const { sessions, total } = await list(user)
    expect(total).toBe(2)
    expect(sessions).toEqual([
      expect.objectContaining({ is_current: true, address: '127.0.0.1' }),
      expect.objectContaining({ is_current: false, device: 'Firefox on Linux', address: '127.0.0.1' }),
    ])
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(
      ['address', 'created_at', 'device', 'id', 'is_current', 'last_used_at'].toSorted(),
    )
  })

  it('one can be ended without affecting the others; that of another user is not found', async () => {
    const [user, anonymous] = [await daymark.createUser(), await daymark.createUser()]
    const [other, third] = [await signInElsewhere(user, { 'user-agent': FIREFOX }), await signInElsewhere(user)]
    expect((await me(other)).status).toBe(200)
    const id = (await list(user)).sessions.find(({ device }) => device === 'Firefox on Linux')?.id ?? ''
    for (const [who, path] of [
      [anonymous, id],
      [user, 'no-id'],
      [user, anonymous.id],
    ] as const) {
      const { status, body } = await who.delete<Failure>(`/api/settings/sessions/${path}`)
      expect([status, body.code]).toEqual([404, 'session_not_found'])
    }
    expect((await user.delete(`/api/settings/sessions/${id}`)).status).toBe(200)
    expect((await me(other)).status).toBe(401)
    for (const who of [user, third]) expect((await me(who)).status).toBe(200)
  })

  it("'Sign Out Others' keeps only the current session, also for cached pictures", async () => {
    const user = await daymark.createUser()
    const others = [await signInElsewhere(user), await signInElsewhere(user)]
    for (const other of others) expect((await other.get('/api/albums')).status).toBe(200)
    const { body } = await user.post<{ ended: number }>('/api/settings/sessions/end-others')
    expect(body).toMatchObject({ success: true, ended: 2 })
    for (const other of others)
      await withinASecond('signed out', async () => (await other.get('/api/albums')).status === 401)
    expect((await list(user)).total).toBe(1)
  })

  it('the newest fifty are listed', async () => {
    const user = await daymark.createUser()
    await daymark.db('identity').sql(
      `INSERT INTO sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
       SELECT $1, sha256(n::text::bytea), now(), now() - n * interval '1 s', now() + interval '1 d'
       FROM generate_series(1, 200) AS n`,
      [user.id],
    )
    const { sessions, total } = await list(user)
    expect([sessions.length, total, sessions[0]?.is_current]).toEqual([50, 201, true])
  })
})
