import type { http } from '@daymark/contracts'
import { Mailbox } from '@daymark/testing/mailbox'
import { pollUntil, Visitor } from '@daymark/testing/outside'
import { ANNA, completeFirstLook, subscribeTo, writeComment } from '../support/visitor-actions.ts'
import { install, type Installation } from '../support/installation.ts'
import { createLink, createSharedGallery } from '../support/shared-gallery.ts'

let mailbox: Mailbox
let daymark: Installation
beforeAll(async () => {
  mailbox = await Mailbox.open()
  daymark = await install('memory', mailbox.env)
})
afterAll(async () => {
  await daymark.stop()
  await mailbox.stop()
})

const requestPasswordReset = (username: string) =>
  new Visitor(daymark.url).post('/api/auth/forgot-password', { username })
const CONNECTIONS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'daymark-%'`
/** Makes all mails due, after the connections of the killed process have closed. */
async function retryMailsNow(): Promise<void> {
  await pollUntil('its connections are closed', async () => (await daymark.query(CONNECTIONS)).length === 0)
  await daymark.query('UPDATE identity.job_queue SET run_at = now(), lease = NULL')
}
const LEFT = 'SELECT id::text FROM sharing.mails WHERE finished_at IS NULL UNION ALL SELECT key FROM identity.job_queue'
const untilMailsSent = () => pollUntil('no mail waits', async () => (await daymark.query(LEFT)).length === 0)

it('kill -9 after the response while the mail server is down loses no mail', async () => {
  const { email } = await daymark.createUser()
  await mailbox.stop()
  expect((await requestPasswordReset(email)).status).toBe(200)
  await daymark.servers[0]?.kill()
  await mailbox.start()
  await retryMailsNow()
  await daymark.servers[0]?.start()
  await mailbox.take(email, 'Choose a new')
})

it('kill -9 during the delivery of a mail repeats it at most once, with the same message id', async () => {
  const { email } = await daymark.createUser()
  const killed = new Promise<void>((resolve, reject) => {
    mailbox.onMail = async () => {
      mailbox.onMail = undefined
      await daymark.servers[0]?.kill().then(resolve, reject)
    }
  })
  expect((await requestPasswordReset(email)).status).toBe(200)
  await killed
  await retryMailsNow()
  await daymark.servers[0]?.start()
  const [first, second] = [await mailbox.take(email), await mailbox.take(email)]
  expect(second.messageId).toBe(first.messageId)
  expect(second.links[0]).toBe(first.links[0])
  // the mail is removed after the mail server has accepted it
  await pollUntil('no mail waits', async () => (await daymark.query('SELECT id FROM identity.job_queue')).length === 0)
  expect(mailbox.mails).toEqual([])
})

it('rule 122 rule 124 kill -9 after a comment while the mail server is down sends its mail once', async () => {
  const { owner, token, image } = await createSharedGallery(daymark, { count: 1, share: { comments: {} } })
  await mailbox.stop()
  expect((await writeComment(daymark.visitor(), token, image, ANNA)).status).toBe(201)
  await daymark.servers[0]?.kill()
  await mailbox.start()
  await retryMailsNow()
  await daymark.servers[0]?.start()
  const mail = await mailbox.take(owner.email, 'Anna wrote a comment')
  expect(mail.text).toContain('A little brighter?')
  await untilMailsSent()
  expect(mailbox.mails).toEqual([])
})

it.each(['during the response', 'during the first mail'])(
  'rule 130 after kill -9 %s every subscriber of a completed first look receives one mail',
  async moment => {
    const owner = await daymark.createUser()
    const album = (await owner.post<http.Album>('/api/albums', { title: 'Wedding' })).body
    const link = await createLink(owner, { album_id: album.id, first_look: {} })
    const messageIds = new Map([1, 2, 3, 4, 5].map(n => [`guest${n}@example.org`, new Set<string>()]))
    for (const email of messageIds.keys()) await subscribeTo(new Visitor(daymark.url), link.token, email)
    const kill = async () => daymark.servers[0]?.kill()
    let killed: Promise<void> | undefined
    mailbox.onMail = ({ to, messageId }) => {
      messageIds.get(to)?.add(messageId)
      if (moment.includes('mail')) return (killed ??= kill())
    }
    const answer = completeFirstLook(owner, link).catch(() => undefined)
    if (!moment.includes('mail')) killed = new Promise(resolve => setTimeout(resolve, 8)).then(kill)
    await answer
    await pollUntil('it was killed', async () => killed !== undefined)
    await killed
    await retryMailsNow()
    await daymark.servers[0]?.start()
    // the owner retries without a response
    const again = new Visitor(daymark.url)
    await again.post('/api/auth/login', { username: owner.email, password: owner.password })
    expect((await completeFirstLook(again, link)).status).toBe(200)
    await pollUntil('every subscriber has a mail', async () => [...messageIds.values()].every(({ size }) => size > 0))
    await untilMailsSent()
    mailbox.onMail = undefined
    expect([...messageIds.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])
    expect(await daymark.query('SELECT id FROM sharing.first_look_subscribers')).toEqual([])
    mailbox.mails.length = 0
  },
)
