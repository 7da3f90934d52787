import type { http } from '@daymark/contracts'
import { failureKey } from '@daymark/platform'
import type { Visitor } from '@daymark/testing/outside'
import { Mailbox, type Received } from '@daymark/testing/mailbox'
import { Secret, TOTP } from 'otpauth'
import { type Daymark, type SignedInUser, startDaymark } from '../../support/daymark.ts'

let mailbox: Mailbox
let daymark: Daymark
beforeAll(async () => {
  mailbox = await Mailbox.open()
  daymark = await startDaymark({ env: mailbox.env })
})
afterAll(async () => {
  await daymark.stop()
  await mailbox.goAway()
})

type Failure = http.ErrorAnswer
const SECOND_STEP = '/api/settings/second-step'
const NEW = 'a newly chosen password'
const HOUR = 3_600_000
/** What comes without being asked for, and what does not. */
const OTHERS = [
  { topic: 'gallery_feedback', wanted: true },
  { topic: 'gallery_activity', wanted: false },
  { topic: 'link_expiry', wanted: true },
  { topic: 'visitor_reminders', wanted: false },
]
const CHROME = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36' }

const signIn = (username: string, password: string, who: Visitor = daymark.visitor()) =>
  who.post<Failure>('/api/auth/login', { username, password })
const me = (who: Visitor) => who.get<http.User & Failure>('/api/auth/me')
const forgot = (username: string, who: Visitor = daymark.visitor()) =>
  who.post<Failure>('/api/auth/forgot-password', { username })
const reset = (token: string, new_password = NEW, who: Visitor = daymark.visitor()) =>
  who.post<Failure>('/api/auth/reset-password', { token, new_password })
/** What stands behind the # of the link in a mail. */
const tokenOf = ({ links: [link = ''] }: Received): string => new URL(link).hash.slice(1)
async function linkFor(member: SignedInUser): Promise<string> {
  expect((await forgot(member.email)).status).toBe(200)
  return tokenOf(await mailbox.take(member.email, 'Choose a new'))
}

describe('a forgotten password', () => {
  it('S-SET-01 is offered where mail is set up', async () => {
    const { status, body } = await daymark.visitor().get('/api/auth/options')
    expect([status, body]).toEqual([200, { password_reset: true }])
  })

  it('a link comes by mail, works once, ends all sessions and signs nobody in', async () => {
    const member = await daymark.createUser()
    const other = daymark.visitor()
    await signIn(member.email, member.password, other)
    expect((await forgot(` ${member.email.toUpperCase()} `)).status).toBe(200)
    const mail = await mailbox.take(member.email, 'Choose a new Daymark password')
    expect(mail.links[0]).toMatch(/^http:\/\/daymark\.test\/mail\/reset-password#[\w-]{43}$/)
    const used = await reset(tokenOf(mail))
    expect(used.status).toBe(200)
    expect(used.headers.getSetCookie()).toEqual([])
    for (const session of [member, other]) expect((await me(session)).status).toBe(401)
    expect((await signIn(member.email, member.password)).status).toBe(401)
    expect((await signIn(member.email, NEW)).status).toBe(200)
    await mailbox.take(member.email, 'password was changed')
    const again = await reset(tokenOf(mail), 'yet another password')
    expect([again.status, again.body.code]).toEqual([410, 'mail_link_gone'])
  })

  it('known and unknown names get the same answer, and nothing is looked up before it', async () => {
    const member = await daymark.createUser()
    const [known, unknown] = [await forgot(member.email), await forgot('nobody@daymark.test')]
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    await mailbox.take(member.email)
    expect(mailbox.mails.filter(mail => mail.to === 'nobody@daymark.test')).toEqual([])
    await waiting(0)
  })

  it('the link works for an hour', async () => {
    const member = await daymark.createUser()
    const token = await linkFor(member)
    await daymark.clock.advance(HOUR)
    expect((await reset(token)).body.code).toBe('mail_link_gone')
    const inTime = await linkFor(member)
    await daymark.clock.advance(HOUR - 60_000)
    expect((await reset(inTime)).status).toBe(200)
  })

  it('other links end with the one that was used, and with a password chosen otherwise', async () => {
    const member = await daymark.createUser()
    const [first, second] = [await linkFor(member), await linkFor(member)]
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).body.code).toBe('mail_link_gone')
    const browser = daymark.visitor()
    await signIn(member.email, NEW, browser)
    const third = await linkFor(member)
    const change = { current_password: NEW, new_password: 'chosen in the settings' }
    expect((await browser.post('/api/auth/change-password', change)).status).toBe(200)
    expect((await reset(third)).body.code).toBe('mail_link_gone')
  })

  it('of two that come with the same link one chooses', async () => {
    const member = await daymark.createUser()
    const token = await linkFor(member)
    const answers = await Promise.all([reset(token, 'the first password'), reset(token, 'the second password')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  it('a weak one is refused with the reason and the link still works; whoever has a temporary one may use it', async () => {
    const member = await daymark.createUser()
    const admin = await daymark.admin()
    await admin.post(`/api/admin/users/${member.id}/reset-password`)
    const token = await linkFor(member)
    expect((await reset(token, 'short')).status).toBe(400)
    expect((await reset(token, member.email)).body.message).toContain('differ from the email')
    expect((await reset(token)).status).toBe(200)
    const browser = daymark.visitor()
    await signIn(member.email, NEW, browser)
    expect((await me(browser)).body.must_change_password).toBe(false)
  })

  it('a stranger can make one account get three mails an hour and ten a day', async () => {
    await daymark.clock.advance(HOUR)
    const member = await daymark.createUser()
    for (let i = 0; i < 6; i++) expect((await forgot(member.email)).status).toBe(200)
    await waiting(0)
    const toMember = () => mailbox.mails.filter(mail => mail.to === member.email).length
    expect(toMember()).toBe(3)
    for (let hour = 1; hour < 6; hour++) {
      await daymark.clock.advance(HOUR + 60_000)
      for (let i = 0; i < 4; i++) await forgot(member.email)
      await waiting(0)
    }
    expect(toMember()).toBe(10)
  })

  it('one address can ask 500 times in 15 minutes, whatever names it types', async () => {
    await daymark.clock.advance(HOUR)
    await failedBefore('ask-reset', 498)
    const statusOf = async (n: number) => (await forgot(`nobody${n}@daymark.test`)).status
    expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 200, 429])
    await daymark.clock.advance(HOUR)
  })

  it('guesses at links are limited, and neither link nor token is kept', async () => {
    const member = await daymark.createUser()
    const token = await linkFor(member)
    const rows = await daymark.db('identity').sql('SELECT * FROM account_links WHERE user_id = $1', [member.id])
    expect(JSON.stringify(rows)).not.toContain(token)
    await failedBefore('link', 98)
    for (let i = 0; i < 2; i++) expect((await reset(`${i}${token.slice(0, -1)}`)).status).toBe(410)
    expect((await reset(token)).status).toBe(429)
    await daymark.clock.advance(HOUR)
  })
})

/** As if this address had done so many times just now. */
const failedBefore = (kind: string, count: number) =>
  daymark.db('identity').sql(
    `INSERT INTO failures (key, failed_at) VALUES ($1, array_fill($2::timestamptz, ARRAY[$3::int]))
       ON CONFLICT (key) DO UPDATE SET failed_at = EXCLUDED.failed_at`,
    [failureKey(kind, '127.0.0.1'), daymark.clock.steady(), count],
  )

/** Resolves when so many mails wait. */
describe('the mail queue', () => {
  it('a mail that the server took is not sent again where the database fails afterwards', async () => {
    const member = await daymark.createUser()
    const { sql } = daymark.db('identity')
    await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`)
    await sql('CREATE TRIGGER refuse BEFORE DELETE ON mails FOR EACH ROW EXECUTE FUNCTION refuse()')
    await forgot(member.email)
    await mailbox.take(member.email, 'Choose a new')
    await sql('DROP TRIGGER refuse ON mails')
    await daymark.clock.advance(HOUR)
    await waiting(0)
    expect(mailbox.mails.filter(mail => mail.to === member.email)).toEqual([])
  })
})

async function waiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await daymark.db('identity').sql<{ n: string }>('SELECT count(*) AS n FROM mails')
    if (Number(row?.n) === count) return
    await new Promise(setImmediate)
  }
}

describe('a sign-in from a new device', () => {
  const from = (headers: Record<string, string>) => daymark.visitor({ ...CHROME, ...headers })

  it('is told by mail, with what it was; the first of an account and a browser that is known are not', async () => {
    const member = await daymark.createUser()
    const browser = from({})
    await signIn(member.email, member.password, browser)
    const mail = await mailbox.take(member.email, 'New sign-in to Daymark')
    expect(mail.text).toMatch(/Device: Chrome on Windows\nAddress: 127\.0\.0\.1\nTime: .+ UTC/)
    await browser.post('/api/auth/logout')
    await signIn(member.email, member.password, browser)
    await waiting(0)
    expect(mailbox.mails.filter(({ to }) => to === member.email)).toEqual([])
  })

  it('a cookie that is none of ours is no device, and no failure', async () => {
    const member = await daymark.createUser()
    for (const cookie of ['daymark_device=x', `daymark_device=${'A'.repeat(3000)}`, 'daymark_device=%00'])
      expect((await signIn(member.email, member.password, from({ cookie }))).status).toBe(200)
    for (let i = 0; i < 3; i++) await mailbox.take(member.email, 'New sign-in')
  })

  it('can be turned off in the settings, and by the link of a mail without a sign-in', async () => {
    const member = await daymark.createUser()
    await signIn(member.email, member.password, from({}))
    const mail = await mailbox.take(member.email, 'New sign-in')
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
    const wanted = async () => (await member.get<http.MailChoices>('/api/settings/mail')).body
    expect(await wanted()).toEqual({ mail_set_up: true, topics: [{ topic: 'new_sign_in', wanted: true }, ...OTHERS] })
    const oneClick = await fetch(new URL(path, daymark.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(oneClick.status).toBe(200)
    expect((await wanted()).topics).toEqual([{ topic: 'new_sign_in', wanted: false }, ...OTHERS])
    await signIn(member.email, member.password, from({}))
    await waiting(0)
    expect(mailbox.mails.filter(({ to }) => to === member.email)).toEqual([])
    const on = await member.patch<http.MailChoices>('/api/settings/mail', { topic: 'new_sign_in', wanted: true })
    expect(on.body.topics).toEqual([{ topic: 'new_sign_in', wanted: true }, ...OTHERS])
    const forged = link.searchParams.get('token')?.replace(member.id, '00000000-0000-7000-8000-000000000000')
    expect((await daymark.visitor().post(`/api/mail/unsubscribe?token=${forged}`)).status).toBe(410)
  })
})

describe('an email address', () => {
  const change = (who: Visitor, email: string, current_password: string) =>
    who.post<http.Profile & Failure>('/api/settings/email', { email, current_password })
  const confirm = (token: string) => daymark.visitor().post<Failure>('/api/auth/confirm-email', { token })

  it('changes with the password and the link that was sent to it; the old one is told', async () => {
    const member = await daymark.createUser()
    const email = `new-${member.email}`
    expect((await change(member, email, 'not the password')).body.code).toBe('invalid_input')
    expect((await change(member, 'no address', member.password)).status).toBe(400)
    const asked = await change(member, email, member.password)
    expect(asked.body).toMatchObject({ email: member.email, pending_email: email, mail_set_up: true })
    expect((await mailbox.take(member.email, 'A new email address')).text).toContain(email)
    const mail = await mailbox.take(email, 'Confirm your email address')
    expect((await signIn(email, member.password)).status).toBe(401)
    expect((await confirm(tokenOf(mail))).status).toBe(200)
    expect((await confirm(tokenOf(mail))).body.code).toBe('mail_link_gone')
    await mailbox.take(member.email, 'was changed')
    expect((await me(member)).body).toMatchObject({ username: email, email })
    expect((await signIn(member.email, member.password)).status).toBe(401)
    expect((await signIn(email, member.password)).status).toBe(200)
  })

  it('that somebody else has is told to who can read its mails, and to nobody before', async () => {
    const [one, two] = [await daymark.createUser(), await daymark.createUser()]
    const written = two.email.replace('@daymark', '@Daymark').replace(/^./, first => first.toUpperCase())
    expect((await change(one, written, one.password)).status).toBe(200)
    const mail = await mailbox.take(written.replace('@Daymark', '@daymark'), 'Confirm')
    const answer = await confirm(tokenOf(mail))
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
    expect((await me(one)).body.email).toBe(one.email)
  })

  it('makes others get five mails at the most within 15 minutes', async () => {
    const member = await daymark.createUser()
    const answers: number[] = []
    for (let i = 0; i < 6; i++) answers.push((await change(member, `${i}-${member.email}`, member.password)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})

it('a change of two-step sign-in is told by mail, whoever makes it, and cannot be turned off', async () => {
  const member = await daymark.createUser()
  const codeOf = async (key: string): Promise<string> => {
    await daymark.clock.advance(30_000)
    return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +daymark.clock.now() })
  }
  const current_password = member.password
  async function turnOn(): Promise<string> {
    const { challenge, key } = (await member.post<http.SecondStepSetup>(SECOND_STEP, { current_password })).body
    await member.post(`${SECOND_STEP}/confirm`, { challenge, code: await codeOf(key) })
    const mail = await mailbox.take(member.email, 'Two-step sign-in of your Daymark account was turned on')
    expect(mail.text).toContain('cannot be turned off')
    expect(mail.headers.has('list')).toBe(false)
    return key
  }
  const key = await turnOn()
  await member.post(`${SECOND_STEP}/recovery-codes`, { current_password, code: await codeOf(key) })
  await mailbox.take(member.email, 'The recovery codes of your Daymark account were replaced')
  await member.delete(SECOND_STEP, { current_password, code: await codeOf(key) })
  expect((await mailbox.take(member.email, 'turned off')).text).toContain('Your password alone')
  await turnOn()
  const admin = await daymark.admin()
  await admin.post(`/api/admin/users/${member.id}/reset-second-step`)
  expect((await mailbox.take(member.email, 'turned off')).text).toContain('An administrator turned it off')
})
