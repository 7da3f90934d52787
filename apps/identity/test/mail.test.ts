import { identity } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { pollUntil } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { DeleteAccounts } from '../src/accounts/delete-accounts.job.ts'
import { anonymous, startIdentity, PASSWORD } from './identity-services.ts'

const MINUTE_MS = 60_000
let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
const services = setUp(() => startIdentity(mailbox.env))
afterAll(() => mailbox.stop())
afterEach(() => {
  mailbox.rejectionCode = undefined
  mailbox.mails.length = 0
})

const requestReset = (username: string) =>
  services.rpc.call(identity.requestPasswordReset, { username, address: '192.0.2.1' }, anonymous)
const listQueuedMails = () =>
  services.db('identity').sql<{ id: string; attempts: number }>('SELECT key AS id, attempts FROM job_queue')
const untilQueueIsEmpty = () => pollUntil('no mail waits', async () => (await listQueuedMails()).length === 0)
/** Waits until every mail has failed at least `count` times and waits for its next attempt. */
const untilFailed = (count = 1) =>
  pollUntil('all mails have failed', async () => {
    const pending = 'SELECT id FROM job_queue WHERE last_error IS NULL OR lease IS NOT NULL OR attempts < $1'
    return (await services.db('identity').sql(pending, [count])).length === 0
  })

it('no mail is lost while the server is unavailable for an hour, and a link is valid for an hour after its mail was sent', async () => {
  const { email } = await services.createUser()
  await mailbox.stop()
  await requestReset(email)
  for (let failures = 1; failures <= 6; failures++) {
    await untilFailed(failures)
    services.clock.advance(10 * MINUTE_MS)
  }
  await untilFailed(7)
  const [row] = await listQueuedMails()
  await mailbox.start()
  services.clock.advance(10 * MINUTE_MS)
  const { links, messageId } = await mailbox.take(email)
  expect(messageId).toBe(`<${row?.id}@daymark.test>`)
  await untilQueueIsEmpty()
  services.clock.advance(59 * MINUTE_MS)
  const token = new URL(links[0] ?? '').hash.slice(1)
  await services.rpc.call(identity.useResetLink, { token, newPassword: 'a chosen password', address: '' }, anonymous)
  await mailbox.take(email, 'was changed')
})

it('a permanently rejected mail is discarded, and a temporarily rejected one is retried', async () => {
  const [gone, busy] = [await services.createUser(), await services.createUser()]
  mailbox.rejectionCode = to => (to === gone.email ? 550 : 451)
  await requestReset(gone.email)
  await requestReset(busy.email)
  await untilFailed()
  expect(await listQueuedMails()).toHaveLength(1)
  mailbox.rejectionCode = undefined
  services.clock.advance(10 * MINUTE_MS)
  await mailbox.take(busy.email)
  expect(mailbox.mails).toEqual([])
})

it('a mail is discarded after three days of failures', async () => {
  const { email } = await services.createUser()
  mailbox.rejectionCode = () => 451
  await requestReset(email)
  await untilFailed()
  services.clock.advance((3 * 24 * 60 + 1) * MINUTE_MS)
  await untilQueueIsEmpty()
})

it('a mail that waits is removed with the account of its recipient', async () => {
  const { email } = await services.createUser()
  mailbox.rejectionCode = () => 451
  await requestReset(email)
  await untilFailed()
  const makeDue = `UPDATE users SET disabled = true, deletion_due_at = $2 WHERE email = $1 RETURNING id`
  const [user] = await services.db('identity').sql<{ id: string }>(makeDue, [email, services.clock.now()])
  await services.runJob('identity', DeleteAccounts)
  const jobs = `SELECT key FROM job_queue WHERE kind = 'send-mail' AND account = $1`
  expect(await services.db('identity').sql('SELECT id FROM users WHERE id = $1', [user?.id])).toEqual([])
  expect(await services.db('identity').sql(jobs, [user?.id])).toEqual([])
  await untilQueueIsEmpty()
})

it('each of several mails is sent once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => services.createUser()))
  mailbox.rejectionCode = () => 451
  for (const { email } of people) await requestReset(email)
  await untilFailed()
  mailbox.rejectionCode = undefined
  services.clock.advance(10 * MINUTE_MS)
  await untilQueueIsEmpty()
  expect(mailbox.mails.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
})

it('a clock that was a day ahead delays no mail', async () => {
  const [early, late] = [await services.createUser(), await services.createUser()]
  mailbox.rejectionCode = () => 451
  await requestReset(early.email)
  await untilFailed()
  services.clock.jump(24 * 60 * MINUTE_MS)
  await untilFailed(2)
  await requestReset(late.email)
  await untilFailed()
  services.clock.jump(-24 * 60 * MINUTE_MS)
  mailbox.rejectionCode = undefined
  await mailbox.take(early.email)
  await mailbox.take(late.email)
})

it('names are escaped in HTML, and dates use the language and zone of the recipient', async () => {
  const user = await services.createUser()
  const actor = actorOf(user.id)
  await services.rpc.call(identity.updateProfile, { timeZone: 'Asia/Tokyo', language: 'de-DE' }, actor)
  const signIn = (userAgent: string) =>
    services.rpc.call(
      identity.openSession,
      { username: user.email, password: PASSWORD, address: '<script>alert(1)</script>', userAgent },
      anonymous,
    )
  await signIn('x')
  await signIn('Mozilla/5.0 (iPad) Version/18.0 Safari/605.1')
  const { html, text } = await mailbox.take(user.email, 'New sign-in')
  expect(text).toContain('Device: Safari on iPad')
  expect(text).toMatch(/Time: .*(GMT\+9|JST|OZ)/)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
})
