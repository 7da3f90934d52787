import { Mailbox } from '@daymark/testing/mailbox'
import { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'

let mailbox: Mailbox
let daymark: Installation
beforeAll(async () => {
  mailbox = await Mailbox.open()
  daymark = await install('memory', mailbox.env)
}, 120_000)
afterAll(async () => {
  await daymark.stop()
  await mailbox.goAway()
})

const forgot = (username: string) => new Visitor(daymark.url).post('/api/auth/forgot-password', { username })
/** Whoever took the mails is dead: their lease is over. */
const leaseIsOver = () => daymark.query('UPDATE identity.mails SET due_at = now()')

it('kill -9 after the answer and with the mail server away loses no mail', async () => {
  const { email } = await daymark.user()
  await mailbox.goAway()
  expect((await forgot(email)).status).toBe(200)
  await daymark.servers[0]?.kill9()
  await mailbox.comeBack()
  await leaseIsOver()
  await daymark.servers[0]?.start()
  await mailbox.take(email, 'Choose a new')
})

it('kill -9 while a mail is being taken sends it a second time at the most, as the same mail', async () => {
  const { email } = await daymark.user()
  const killed = new Promise<void>((resolve, reject) => {
    mailbox.onMail = async () => {
      mailbox.onMail = undefined
      await daymark.servers[0]?.kill9().then(resolve, reject)
    }
  })
  expect((await forgot(email)).status).toBe(200)
  await killed
  await leaseIsOver()
  await daymark.servers[0]?.start()
  const [first, second] = [await mailbox.take(email), await mailbox.take(email)]
  expect(second.messageId).toBe(first.messageId)
  expect(second.links[0]).toBe(first.links[0])
  expect(await daymark.query('SELECT id FROM identity.mails')).toEqual([])
  expect(mailbox.mails).toEqual([])
})
