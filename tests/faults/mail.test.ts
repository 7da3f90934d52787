import { Mailbox } from '@daymark/testing/mailbox'
import { eventually, Visitor } from '@daymark/testing/outside'
import { ANNA, write } from '../support/comments.ts'
import { install, type Installation } from '../support/installation.ts'
import { sharedGallery } from '../support/shared-gallery.ts'

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

it('rule 122 rule 124 kill -9 after a comment and with the mail server away loses its mail not, and sends it once', async () => {
  const { owner, token, image } = await sharedGallery(daymark, { count: 1, share: { comments: {} } })
  await mailbox.goAway()
  expect((await write(daymark.stranger(), token, image, ANNA)).status).toBe(201)
  await daymark.servers[0]?.kill9()
  await mailbox.comeBack()
  await daymark.servers[0]?.start()
  const mail = await mailbox.take(owner.email, 'Anna wrote a comment')
  expect(mail.text).toContain('A little brighter?')
  const left = 'SELECT id FROM sharing.mails WHERE ended_at IS NULL UNION ALL SELECT id FROM identity.mails'
  // who sent it says so after the mail server has it
  await eventually('no mail waits', 10_000, async () => (await daymark.query(left)).length === 0)
  expect(mailbox.mails).toEqual([])
})
