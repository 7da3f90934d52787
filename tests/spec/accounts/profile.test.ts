import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type Daymark, type SignedInUser, startDaymark } from '../../support/daymark.ts'
import { withinASecond } from '../../support/waiting.ts'

/** Without mail: what needs it is refused with one code, and everything else works. */
let daymark: Daymark
beforeAll(async () => void (daymark = await startDaymark()))
afterAll(() => daymark.stop())

type Failure = http.ErrorAnswer
type List = { sessions: http.Session[]; total: number }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const me = (who: Visitor) => who.get<http.User & Failure>('/api/auth/me')
const update = (who: Visitor, changes: Record<string, unknown>) =>
  who.patch<http.Profile & Failure>('/api/settings/profile', changes)
const list = async (who: Visitor) => (await who.get<List>('/api/settings/sessions')).body
const signIn = (username: string, password: string, who: Visitor = daymark.visitor()) =>
  who.post<Failure>('/api/auth/login', { username, password })
/** The same person at another computer. */
async function elsewhere({ email, password }: SignedInUser, headers: Record<string, string> = {}): Promise<Visitor> {
  const visitor = daymark.visitor(headers)
  expect((await signIn(email, password, visitor)).status).toBe(200)
  return visitor
}

describe('the profile', () => {
  it('S-SET-01 L-ENT-01 tells name, username, address and dates; what is named changes, the rest stays', async () => {
    const member = await daymark.createUser({ displayName: 'Ansel' })
    const empty = { pending_email: null, time_zone: null, language: null, mail_set_up: false }
    const profile = { display_name: 'Ansel', username: member.email, email: member.email, ...empty }
    expect((await member.get<http.Profile>('/api/settings/profile')).body).toEqual(profile)
    const dates = { time_zone: 'Europe/Berlin', language: 'de-de' }
    expect((await update(member, dates)).body).toEqual({ ...profile, time_zone: 'Europe/Berlin', language: 'de-DE' })
    expect((await update(member, { display_name: '  Ansel Adams ' })).body.display_name).toBe('Ansel Adams')
    expect((await me(member)).body).toMatchObject({
      ...{ display_name: 'Ansel Adams', time_zone: 'Europe/Berlin', language: 'de-DE' },
    })
    expect((await update(member, { display_name: ' ', time_zone: null, language: null })).body).toMatchObject({
      ...{ display_name: null, time_zone: null, language: null },
    })
  })

  it.each([
    [{ time_zone: 'Middle/Earth' }],
    [{ language: 'no language!' }],
    [{ display_name: 'x'.repeat(201) }],
    [{ display_name: 'a\0b' }],
    [{ time_zone: 5 }],
  ])('%j is bad input', async changes => {
    const { status, body } = await update(await daymark.createUser(), changes)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })

  it('without mail a new address counts at once, with the password; one that is taken is 409', async () => {
    const [member, other] = [await daymark.createUser(), await daymark.createUser()]
    const change = (email: string, current_password = member.password) =>
      member.post<http.Profile & Failure>('/api/settings/email', { email, current_password })
    expect((await change('new@daymark.test', 'wrong')).status).toBe(400)
    expect((await change(other.email.toUpperCase())).body.code).toBe('email_taken')
    expect((await change('New@daymark.test')).body).toMatchObject({ email: 'New@daymark.test', pending_email: null })
    expect((await me(member)).body.username).toBe('New@daymark.test')
    expect((await signIn('new@daymark.test', member.password)).status).toBe(200)
    expect((await signIn(member.email, member.password)).status).toBe(401)
  })
})

describe('without mail', () => {
  it("L-LOGIN-05 'Forgot password?' is not offered, and refused with one code for every name", async () => {
    const member = await daymark.createUser()
    expect((await daymark.visitor().get('/api/auth/options')).body).toEqual({ password_reset: false })
    for (const username of [member.email, 'nobody@daymark.test']) {
      const { status, body } = await daymark.visitor().post<Failure>('/api/auth/forgot-password', { username })
      expect([status, body.code]).toEqual([409, 'mail_off'])
    }
    const token = 'A'.repeat(43)
    const link = await daymark
      .visitor()
      .post<Failure>('/api/auth/reset-password', { token, new_password: 'long enough' })
    expect([link.status, link.body.code]).toEqual([410, 'mail_link_gone'])
  })

  it('a sign-in leaves one cookie and no mail that waits', async () => {
    const member = await daymark.createUser()
    const answer = await signIn(member.email, member.password)
    expect(answer.headers.getSetCookie()).toHaveLength(1)
    expect(await daymark.db('identity').sql('SELECT id FROM mails')).toEqual([])
    expect((await member.get<http.MailChoices>('/api/settings/mail')).body.mail_set_up).toBe(false)
  })
})

describe('sessions', () => {
  it('are listed with device, address and last use, this one first and marked', async () => {
    const member = await daymark.createUser()
    await elsewhere(member, { 'user-agent': FIREFOX })
    await daymark.clock.advance(60_000)
    const { sessions, total } = await list(member)
    expect(total).toBe(2)
    expect(sessions).toEqual([
      expect.objectContaining({ is_current: true, address: '127.0.0.1' }),
      expect.objectContaining({ is_current: false, device: 'Firefox on Linux', address: '127.0.0.1' }),
    ])
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(
      ['address', 'created_at', 'device', 'id', 'is_current', 'last_used_at'].toSorted(),
    )
  })

  it('one is signed out at once and the others stay; that of somebody else is not found', async () => {
    const [member, stranger] = [await daymark.createUser(), await daymark.createUser()]
    const [other, third] = [await elsewhere(member, { 'user-agent': FIREFOX }), await elsewhere(member)]
    expect((await me(other)).status).toBe(200)
    const id = (await list(member)).sessions.find(({ device }) => device === 'Firefox on Linux')?.id ?? ''
    for (const [who, path] of [
      [stranger, id],
      [member, 'no-id'],
      [member, stranger.id],
    ] as const) {
      const { status, body } = await who.delete<Failure>(`/api/settings/sessions/${path}`)
      expect([status, body.code]).toEqual([404, 'session_not_found'])
    }
    expect((await member.delete(`/api/settings/sessions/${id}`)).status).toBe(200)
    expect((await me(other)).status).toBe(401)
    for (const who of [member, third]) expect((await me(who)).status).toBe(200)
  })

  it("'Sign out others' leaves this one alone, also for pictures that are remembered", async () => {
    const member = await daymark.createUser()
    const others = [await elsewhere(member), await elsewhere(member)]
    for (const other of others) expect((await other.get('/api/albums')).status).toBe(200)
    const { body } = await member.post<{ ended: number }>('/api/settings/sessions/end-others')
    expect(body).toMatchObject({ success: true, ended: 2 })
    for (const other of others)
      await withinASecond('signed out', async () => (await other.get('/api/albums')).status === 401)
    expect((await list(member)).total).toBe(1)
  })

  it('of a person with very many the newest fifty are listed', async () => {
    const member = await daymark.createUser()
    await daymark.db('identity').sql(
      `INSERT INTO sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
       SELECT $1, sha256(n::text::bytea), now(), now() - n * interval '1 s', now() + interval '1 d'
       FROM generate_series(1, 200) AS n`,
      [member.id],
    )
    const { sessions, total } = await list(member)
    expect([sessions.length, total, sessions[0]?.is_current]).toEqual([50, 201, true])
  })
})
