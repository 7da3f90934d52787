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
  await mailbox.goAway()
})

const forgot = (username: string) => new Visitor(daymark.url).post('/api/auth/forgot-password', { username })
const BEGUN = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'daymark-%'`
/** Whoever took the mails is dead, and so is what it asked of the database last: their lease is over. */
async function leaseIsOver(): Promise<void> {
  await pollUntil('its connections are gone with it', async () => (await daymark.query(BEGUN)).length === 0)
  await daymark.query('UPDATE identity.mails SET due_at = now()')
}
const LEFT = 'SELECT id FROM sharing.mails WHERE finished_at IS NULL UNION ALL SELECT id FROM identity.mails'
const noneWaits = () => pollUntil('no mail waits', async () => (await daymark.query(LEFT)).length === 0)

it('kill -9 after the answer and with the mail server away loses no mail', async () => {
  const { email } = await daymark.createUser()
  await mailbox.goAway()
  expect((await forgot(email)).status).toBe(200)
  await daymark.servers[0]?.kill9()
  await mailbox.comeBack()
  await leaseIsOver()
  await daymark.servers[0]?.start()
  await mailbox.take(email, 'Choose a new')
})

it('kill -9 while a mail is being taken sends it a second time at the most, as the same mail', async () => {
  const { email } = await daymark.createUser()
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
  // who sent it says so after the mail server has it
  await pollUntil('no mail waits', async () => (await daymark.query('SELECT id FROM identity.mails')).length === 0)
  expect(mailbox.mails).toEqual([])
})

it('rule 122 rule 124 kill -9 after a comment and with the mail server away loses its mail not, and sends it once', async () => {
  const { owner, token, image } = await createSharedGallery(daymark, { count: 1, share: { comments: {} } })
  await mailbox.goAway()
  expect((await writeComment(daymark.visitor(), token, image, ANNA)).status).toBe(201)
  await daymark.servers[0]?.kill9()
  await mailbox.comeBack()
  await leaseIsOver()
  await daymark.servers[0]?.start()
  const mail = await mailbox.take(owner.email, 'Anna wrote a comment')
  expect(mail.text).toContain('A little brighter?')
  await noneWaits()
  expect(mailbox.mails).toEqual([])
})

it.each(['while it is answered', 'while the first mail is taken'])(
  'rule 130 kill -9 %s: of a first look that is completed everybody is told, nobody of anything twice',
  async moment => {
    const owner = await daymark.createUser()
    const album = (await owner.post<http.Album>('/api/albums', { title: 'Wedding' })).body
    const link = await createLink(owner, { album_id: album.id, first_look: {} })
    const told = new Map([1, 2, 3, 4, 5].map(n => [`guest${n}@example.org`, new Set<string>()]))
    for (const email of told.keys()) await subscribeTo(new Visitor(daymark.url), link.token, email)
    const kill = async () => daymark.servers[0]?.kill9()
    let killed: Promise<void> | undefined
    mailbox.onMail = ({ to, messageId }) => {
      told.get(to)?.add(messageId)
      if (moment.includes('mail')) return (killed ??= kill())
    }
    const answer = completeFirstLook(owner, link).catch(() => undefined)
    if (!moment.includes('mail')) killed = new Promise(resolve => setTimeout(resolve, 8)).then(kill)
    await answer
    await pollUntil('it was killed', async () => killed !== undefined)
    await killed
    await leaseIsOver()
    await daymark.servers[0]?.start()
    // whoever got no answer asks again
    const again = new Visitor(daymark.url)
    await again.post('/api/auth/login', { username: owner.email, password: owner.password })
    expect((await completeFirstLook(again, link)).status).toBe(200)
    await pollUntil('everybody is told', async () => [...told.values()].every(({ size }) => size > 0))
    await noneWaits()
    mailbox.onMail = undefined
    expect([...told.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])
    expect(await daymark.query('SELECT id FROM sharing.first_look_subscribers')).toEqual([])
    mailbox.mails.length = 0
  },
)
