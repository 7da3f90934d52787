import { identity } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { pollUntil } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { SendMails } from '../src/mail/send-mails.job.ts'
import { anonymous, startIdentity, PASSWORD } from './identity-services.ts'

const MINUTE = 60_000
let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
const services = setUp(() => startIdentity(mailbox.env))
afterAll(() => mailbox.stop())
afterEach(() => {
  mailbox.rejectionCode = undefined
  mailbox.mails.length = 0
})

const ask = (username: string) =>
  services.rpc.call(identity.requestPasswordReset, { username, address: '192.0.2.1' }, anonymous)
const waiting = () => services.db('identity').sql<{ id: string; attempts: number }>('SELECT id, attempts FROM mails')
/** Waits until no mail is queued, including mails that the scheduled job is sending. */
const untilQueueIsEmpty = () => pollUntil('no mail waits', async () => (await waiting()).length === 0)
const send = () => services.runJob('identity', SendMails)
/** Advances the clock by some minutes and runs the job that sends mails. */
async function advanceAndSend(minutes: number): Promise<void> {
  services.clock.advance(minutes * MINUTE)
  await send()
}
/**
 * Waits until the first attempt has failed and the next one is scheduled. A mail that is being sent is due later than after the first
 * delay.
 */
async function untilFirstAttemptFailed(): Promise<void> {
  const underWay = 'SELECT id FROM mails WHERE attempts = 0 OR due_at > $1'
  for (;;) {
    const rows = await services.db('identity').sql(underWay, [new Date(+services.clock.now() + MINUTE)])
    if (!rows.length) return
    await new Promise(setImmediate)
  }
}

it('no mail is lost while the server is unavailable for an hour, and a link is valid for an hour after its mail was sent', async () => {
  const { email } = await services.makeUser()
  await mailbox.stop()
  await ask(email)
  await untilFirstAttemptFailed()
  for (let minutes = 0; minutes < 70; minutes += 5) await advanceAndSend(5)
  const [row] = await waiting()
  expect(row?.attempts).toBeGreaterThan(5)
  await mailbox.start()
  await advanceAndSend(10)
  const { links, messageId } = await mailbox.take(email)
  expect(messageId).toBe(`<${row?.id}@daymark.test>`)
  await untilQueueIsEmpty()
  services.clock.advance(59 * MINUTE)
  const token = new URL(links[0] ?? '').hash.slice(1)
  await services.rpc.call(identity.useResetLink, { token, newPassword: 'a chosen password', address: '' }, anonymous)
  await mailbox.take(email, 'was changed')
})

it('a permanently rejected mail is discarded, and a temporarily rejected one is retried', async () => {
  const [gone, busy] = [await services.makeUser(), await services.makeUser()]
  mailbox.rejectionCode = to => (to === gone.email ? 550 : 451)
  await ask(gone.email)
  await ask(busy.email)
  await untilFirstAttemptFailed()
  expect(await waiting()).toHaveLength(1)
  mailbox.rejectionCode = undefined
  await advanceAndSend(10)
  await mailbox.take(busy.email)
  expect(mailbox.mails).toEqual([])
})

it('a mail is discarded after three days of failures', async () => {
  const { email } = await services.makeUser()
  mailbox.rejectionCode = () => 451
  await ask(email)
  await untilFirstAttemptFailed()
  await advanceAndSend(3 * 24 * 60 + 1)
  await untilQueueIsEmpty()
})

it('two concurrent senders send each mail once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => services.makeUser()))
  mailbox.rejectionCode = () => 451
  for (const { email } of people) await ask(email)
  await untilFirstAttemptFailed()
  mailbox.rejectionCode = undefined
  services.clock.advance(10 * MINUTE)
  await Promise.all([send(), send(), send()])
  await untilQueueIsEmpty()
  expect(mailbox.mails.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
})

it('a clock that was a day ahead delays no mail', async () => {
  const { email } = await services.makeUser()
  mailbox.rejectionCode = () => 451
  services.clock.jump(24 * 60 * MINUTE)
  await ask(email)
  await untilFirstAttemptFailed()
  services.clock.jump(-24 * 60 * MINUTE)
  mailbox.rejectionCode = undefined
  await send()
  await mailbox.take(email)
})

it('names are escaped in HTML, and dates use the language and zone of the recipient', async () => {
  const user = await services.makeUser()
  const actor = actorOf(user.id)
  await services.rpc.call(identity.updateProfile, { timeZone: 'Asia/Tokyo', language: 'de-DE' }, actor)
  const open = (userAgent: string) =>
    services.rpc.call(
      identity.openSession,
      { username: user.email, password: PASSWORD, address: '<script>alert(1)</script>', userAgent },
      anonymous,
    )
  await open('x')
  await open('Mozilla/5.0 (iPad) Version/18.0 Safari/605.1')
  const { html, text } = await mailbox.take(user.email, 'New sign-in')
  expect(text).toContain('Device: Safari on iPad')
  expect(text).toMatch(/Time: .*(GMT\+9|JST|OZ)/)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
})
