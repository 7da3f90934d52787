import type { http } from '@daymark/contracts'
import { failureKey } from '@daymark/platform'
import type { Visitor } from '@daymark/testing/outside'
import { Mailbox, type ReceivedMail } from '@daymark/testing/mailbox'
import { Secret, TOTP } from 'otpauth'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
const daymark = setUpDaymark(() => ({ env: mailbox.env }))
afterAll(() => mailbox.stop())

type Failure = http.ErrorAnswer
const SECOND_STEP = '/api/settings/second-step'
const NEW = 'a newly chosen password'
const HOUR = 3_600_000
/** The other topics with their defaults. */
const OTHERS = [
  { topic: 'gallery_feedback', wanted: true },
  { topic: 'gallery_activity', wanted: false },
  { topic: 'link_expiry', wanted: true },
  { topic: 'visitor_reminders', wanted: false },
]
const CHROME = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36' }

const signIn = (username: string, password: string, visitor: Visitor = daymark.visitor()) =>
  visitor.post<Failure>('/api/auth/login', { username, password })
const me = (visitor: Visitor) => visitor.get<http.User & Failure>('/api/auth/me')
const requestReset = (username: string, visitor: Visitor = daymark.visitor()) =>
  visitor.post<Failure>('/api/auth/forgot-password', { username })
const resetPassword = (token: string, new_password = NEW, visitor: Visitor = daymark.visitor()) =>
  visitor.post<Failure>('/api/auth/reset-password', { token, new_password })
/** The token in the fragment of a mailed link. */
const tokenOf = ({ links: [link = ''] }: ReceivedMail): string => new URL(link).hash.slice(1)
async function linkFor(user: SignedInUser): Promise<string> {
  expect((await requestReset(user.email)).status).toBe(200)
  return tokenOf(await mailbox.take(user.email, 'Choose a new'))
}

describe('a forgotten password', () => {
  it('S-SET-01 can be reset if mail is set up', async () => {
    const { status, body } = await daymark.visitor().get('/api/auth/options')
    expect([status, body]).toEqual([200, { password_reset: true }])
  })

  it('the mailed link works once, ends all sessions and does not sign in', async () => {
    const user = await daymark.createUser()
    const other = daymark.visitor()
    await signIn(user.email, user.password, other)
    expect((await requestReset(` ${user.email.toUpperCase()} `)).status).toBe(200)
    const mail = await mailbox.take(user.email, 'Choose a new Daymark password')
    expect(mail.links[0]).toMatch(/^http:\/\/daymark\.test\/mail\/reset-password#[\w-]{43}$/)
    const used = await resetPassword(tokenOf(mail))
    expect(used.status).toBe(200)
    expect(used.headers.getSetCookie()).toEqual([])
    for (const session of [user, other]) expect((await me(session)).status).toBe(401)
    expect((await signIn(user.email, user.password)).status).toBe(401)
    expect((await signIn(user.email, NEW)).status).toBe(200)
    await mailbox.take(user.email, 'password was changed')
    const again = await resetPassword(tokenOf(mail), 'yet another password')
    expect([again.status, again.body.code]).toEqual([410, 'mail_link_gone'])
  })

  it('known and unknown names get the same answer before any lookup', async () => {
    const user = await daymark.createUser()
    const [known, unknown] = [await requestReset(user.email), await requestReset('unknown@daymark.test')]
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    await mailbox.take(user.email)
    expect(mailbox.mails.filter(mail => mail.to === 'unknown@daymark.test')).toEqual([])
    await waitForQueue(0)
  })

  it('the link is valid for an hour', async () => {
    const user = await daymark.createUser()
    const token = await linkFor(user)
    await daymark.clock.advance(HOUR)
    expect((await resetPassword(token)).body.code).toBe('mail_link_gone')
    const inTime = await linkFor(user)
    await daymark.clock.advance(HOUR - 60_000)
    expect((await resetPassword(inTime)).status).toBe(200)
  })

  it('using one link or changing the password invalidates the other links', async () => {
    const user = await daymark.createUser()
    const [first, second] = [await linkFor(user), await linkFor(user)]
    expect((await resetPassword(second)).status).toBe(200)
    expect((await resetPassword(first)).body.code).toBe('mail_link_gone')
    const browser = daymark.visitor()
    await signIn(user.email, NEW, browser)
    const third = await linkFor(user)
    const change = { current_password: NEW, new_password: 'chosen in the settings' }
    expect((await browser.post('/api/auth/change-password', change)).status).toBe(200)
    expect((await resetPassword(third)).body.code).toBe('mail_link_gone')
  })

  it('of two concurrent uses of a link one succeeds', async () => {
    const user = await daymark.createUser()
    const token = await linkFor(user)
    const answers = await Promise.all([
      resetPassword(token, 'the first password'),
      resetPassword(token, 'the second password'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  it('a weak password is rejected and the link stays valid; an account with a temporary password can use the link', async () => {
    const user = await daymark.createUser()
    const admin = await daymark.admin()
    await admin.post(`/api/admin/users/${user.id}/reset-password`)
    const token = await linkFor(user)
    expect((await resetPassword(token, 'short')).status).toBe(400)
    expect((await resetPassword(token, user.email)).body.message).toContain('differ from the email')
    expect((await resetPassword(token)).status).toBe(200)
    const browser = daymark.visitor()
    await signIn(user.email, NEW, browser)
    expect((await me(browser)).body.must_change_password).toBe(false)
  })

  it('an account receives at most three mails an hour and ten a day', async () => {
    await daymark.clock.advance(HOUR)
    const user = await daymark.createUser()
    for (let i = 0; i < 6; i++) expect((await requestReset(user.email)).status).toBe(200)
    await waitForQueue(0)
    const toMember = () => mailbox.mails.filter(mail => mail.to === user.email).length
    expect(toMember()).toBe(3)
    for (let hour = 1; hour < 6; hour++) {
      await daymark.clock.advance(HOUR + 60_000)
      for (let i = 0; i < 4; i++) await requestReset(user.email)
      await waitForQueue(0)
    }
    expect(toMember()).toBe(10)
  })

  it('an IP address can request 500 links in 15 minutes, for any names', async () => {
    await daymark.clock.advance(HOUR)
    await recordFailures('ask-reset', 498)
    const statusOf = async (n: number) => (await requestReset(`unknown${n}@daymark.test`)).status
    expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 200, 429])
    await daymark.clock.advance(HOUR)
  })

  it('attempts to guess a link are limited, and only its hash is stored', async () => {
    const user = await daymark.createUser()
    const token = await linkFor(user)
    const rows = await daymark.db('identity').sql('SELECT * FROM account_links WHERE user_id = $1', [user.id])
    expect(JSON.stringify(rows)).not.toContain(token)
    await recordFailures('link', 98)
    for (let i = 0; i < 2; i++) expect((await resetPassword(`${i}${token.slice(0, -1)}`)).status).toBe(410)
    expect((await resetPassword(token)).status).toBe(429)
    await daymark.clock.advance(HOUR)
  })
})

/** Records `count` failed attempts of this address as of now. */
const recordFailures = (kind: string, count: number) =>
  daymark.db('identity').sql(
    `INSERT INTO failures (key, failed_at) VALUES ($1, array_fill($2::timestamptz, ARRAY[$3::int]))
       ON CONFLICT (key) DO UPDATE SET failed_at = EXCLUDED.failed_at`,
    [failureKey(kind, '127.0.0.1'), daymark.clock.monotonicNow(), count],
  )

describe('the mail queue', () => {
  it('a delivered mail is not sent again if the database fails afterwards', async () => {
    const user = await daymark.createUser()
    const { sql } = daymark.db('identity')
    await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`)
    await sql(`CREATE TRIGGER refuse BEFORE DELETE ON job_queue FOR EACH ROW
      WHEN (OLD.payload -> 'data' ->> 'userId' IS NOT NULL) EXECUTE FUNCTION refuse()`)
    await requestReset(user.email)
    await mailbox.take(user.email, 'Choose a new')
    await sql('DROP TRIGGER refuse ON job_queue')
    await daymark.clock.advance(HOUR)
    await waitForQueue(0)
    expect(mailbox.mails.filter(mail => mail.to === user.email)).toEqual([])
  })
})

async function waitForQueue(count: number): Promise<void> {
  for (;;) {
    const [row] = await daymark.db('identity').sql<{ n: string }>('SELECT count(*) AS n FROM job_queue')
    if (Number(row?.n) === count) return
    await new Promise(setImmediate)
  }
}

describe('a sign-in from a new device', () => {
  const from = (headers: Record<string, string>) => daymark.visitor({ ...CHROME, ...headers })

  it('sends a mail with the device, except for the first sign-in of an account and known browsers', async () => {
    const user = await daymark.createUser()
    const browser = from({})
    await signIn(user.email, user.password, browser)
    const mail = await mailbox.take(user.email, 'New sign-in to Daymark')
    expect(mail.text).toMatch(/Device: Chrome on Windows\nAddress: 127\.0\.0\.1\nTime: .+ UTC/)
    await browser.post('/api/auth/logout')
    await signIn(user.email, user.password, browser)
    await waitForQueue(0)
    expect(mailbox.mails.filter(({ to }) => to === user.email)).toEqual([])
  })

  it('an invalid device cookie counts as a new device', async () => {
    const user = await daymark.createUser()
    for (const cookie of ['daymark_device=x', `daymark_device=${'A'.repeat(3000)}`, 'daymark_device=%00'])
      expect((await signIn(user.email, user.password, from({ cookie }))).status).toBe(200)
    for (let i = 0; i < 3; i++) await mailbox.take(user.email, 'New sign-in')
  })

  it('its mail can be turned off in the settings or by the unsubscribe link', async () => {
    const user = await daymark.createUser()
    await signIn(user.email, user.password, from({}))
    const mail = await mailbox.take(user.email, 'New sign-in')
    expect(mail.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringContaining('/api/mail/unsubscribe?token=') },
    })
    expect(String(mail.headers.get('list-unsubscribe-post') ?? JSON.stringify(mail.headers.get('list')))).toContain(
      'One-Click',
    )
    const link = new URL((mail.headers.get('list') as { unsubscribe: { url: string } }).unsubscribe.url)
    const path = `${link.pathname}${link.search}`
    const shown = await daymark.visitor().get(path)
    expect([shown.status, shown.headers.get('location')]).toEqual([
      303,
      `/mail/unsubscribe#${link.searchParams.get('token')}`,
    ])
    const mailChoices = async () => (await user.get<http.MailChoices>('/api/settings/mail')).body
    expect(await mailChoices()).toEqual({
      mail_set_up: true,
      topics: [{ topic: 'new_sign_in', wanted: true }, ...OTHERS],
    })
    const oneClick = await fetch(new URL(path, daymark.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(oneClick.status).toBe(200)
    expect((await mailChoices()).topics).toEqual([{ topic: 'new_sign_in', wanted: false }, ...OTHERS])
    await signIn(user.email, user.password, from({}))
    await waitForQueue(0)
    expect(mailbox.mails.filter(({ to }) => to === user.email)).toEqual([])
    const on = await user.patch<http.MailChoices>('/api/settings/mail', { topic: 'new_sign_in', wanted: true })
    expect(on.body.topics).toEqual([{ topic: 'new_sign_in', wanted: true }, ...OTHERS])
    const forged = link.searchParams.get('token')?.replace(user.id, '00000000-0000-7000-8000-000000000000')
    expect((await daymark.visitor().post(`/api/mail/unsubscribe?token=${forged}`)).status).toBe(410)
  })
})

describe('an email address', () => {
  const change = (visitor: Visitor, email: string, current_password: string) =>
    visitor.post<http.Profile & Failure>('/api/settings/email', { email, current_password })
  const confirm = (token: string) => daymark.visitor().post<Failure>('/api/auth/confirm-email', { token })

  it('an address of another account is reported as taken only after the link was opened', async () => {
    const [one, two] = [await daymark.createUser(), await daymark.createUser()]
    const otherSpelling = two.email.replace('@daymark', '@Daymark').replace(/^./, first => first.toUpperCase())
    expect((await change(one, otherSpelling, one.password)).status).toBe(200)
    const mail = await mailbox.take(otherSpelling.replace('@Daymark', '@daymark'), 'Confirm')
    const answer = await confirm(tokenOf(mail))
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
    expect((await me(one)).body.email).toBe(one.email)
  })

  it('a user can send at most five confirmation mails in 15 minutes', async () => {
    const user = await daymark.createUser()
    const answers: number[] = []
    for (let i = 0; i < 6; i++) answers.push((await change(user, `${i}-${user.email}`, user.password)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})

it('every change of two-step sign-in sends a mail, which cannot be turned off', async () => {
  const user = await daymark.createUser()
  const codeOf = async (key: string): Promise<string> => {
    await daymark.clock.advance(30_000)
    return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +daymark.clock.now() })
  }
  const current_password = user.password
  async function turnOn(): Promise<string> {
    const { challenge, key } = (await user.post<http.SecondStepSetup>(SECOND_STEP, { current_password })).body
    await user.post(`${SECOND_STEP}/confirm`, { challenge, code: await codeOf(key) })
    const mail = await mailbox.take(user.email, 'Two-step sign-in of your Daymark account was turned on')
    expect(mail.text).toContain('cannot be turned off')
    expect(mail.headers.has('list')).toBe(false)
    return key
  }
  const key = await turnOn()
  await user.post(`${SECOND_STEP}/recovery-codes`, { current_password, code: await codeOf(key) })
  await mailbox.take(user.email, 'The recovery codes of your Daymark account were replaced')
  await user.delete(SECOND_STEP, { current_password, code: await codeOf(key) })
  expect((await mailbox.take(user.email, 'turned off')).text).toContain('Your password alone')
  await turnOn()
  const admin = await daymark.admin()
  await admin.post(`/api/admin/users/${user.id}/reset-second-step`)
  expect((await mailbox.take(user.email, 'turned off')).text).toContain('An administrator turned off two-step sign-in')
})
