import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { Mailbox, type ReceivedMail } from '@daymark/testing/mailbox'
import { ANNA, pickOf, picksPath, sendList, writeComment } from '../../support/visitor-actions.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import {
  visitorWithPickList,
  recordSentMails,
  runMailJob,
  oneClickUnsubscribe,
  takeSentMails,
  unsubscribePath,
} from '../../support/gallery-mails.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
let mailbox: Mailbox
let shared: Awaited<ReturnType<typeof createSharedGallery>>
beforeAll(async () => void (mailbox = await Mailbox.open()))
const daymark = setUpDaymark(() => ({ env: mailbox.env }))
beforeAll(async () => void (shared = await createSharedGallery(daymark, { count: 3 })))
afterAll(() => mailbox.stop())

const gallery = (more: object = {}) =>
  createLink(shared.owner, { album_id: shared.album.id, picks: {}, comments: {}, ...more })
const job = (name: string) => runMailJob(daymark, name)
const sent = () => takeSentMails(daymark, mailbox)
const mailsTo = (mails: ReceivedMail[], address: string) => mails.filter(mail => mail.to === address)
let visitorCount = 0
const createListedVisitor = (link: http.Share, more: object = {}) =>
  visitorWithPickList(daymark, link, `visitor-${++visitorCount}@example.org`, more)

const mailsToOwner = async () => mailsTo(await sent(), shared.owner.email)
const subjects = (mails: ReceivedMail[]) => mails.map(({ subject }) => subject)
const comment = (visitor: Visitor, { token }: http.Share, text: string) =>
  writeComment(visitor, token, shared.image, { ...ANNA, text })
/** Ends all visits: half an hour after their last event. */
async function visitsEnd() {
  await daymark.clock.advance(31 * MINUTE)
  // two replicas at the same time
  await Promise.all([job('NotifyVisits'), job('NotifyVisits')])
}

describe('mails to the owner', () => {
  it('rule 124 the first comment of a visit is mailed at once, and the rest in one mail after the visit', async () => {
    const link = await gallery()
    const anna = daymark.visitor()
    await anna.get(`/api/shares/public/${link.token}`)
    await comment(anna, link, 'Brighter, please <b>')
    const [first, ...more] = await mailsToOwner()
    expect(more).toEqual([])
    expect(first?.subject).toBe('Anna wrote a comment: Summer')
    expect(first?.text).toContain('“Brighter, please <b>”')
    expect(first?.html).toContain('“Brighter, please &lt;b&gt;”')
    expect(first?.links[0]).toBe(`http://daymark.test/shares/${link.id}/comments`)
    await comment(anna, link, 'And larger')
    await anna.post(picksPath(link.token, '/changes'), { changes: [pickOf(shared.image, 'picked', 'this one')] })
    await anna.post(picksPath(link.token, '/send'), {})
    expect(await mailsToOwner()).toEqual([])
    await job('NotifyVisits')
    expect(await mailsToOwner()).toEqual([])
    await visitsEnd()
    const remaining = await mailsToOwner()
    expect(subjects(remaining)).toEqual(['More from Anna: Summer'])
    for (const fact of ['Comments: 1', 'Chosen: 1 photo', 'Notes: 1', 'List: Sent'])
      expect(remaining[0]?.text).toContain(fact)
    await visitsEnd()
    expect(await mailsToOwner()).toEqual([])
    // the next visit starts again
    await comment(anna, link, 'One more')
    expect(subjects(await mailsToOwner())).toEqual(['Anna wrote a comment: Summer'])
  })

  it('rule 124 one name is one visit, even if the browser sends different visitor cookies', async () => {
    const link = await gallery()
    const anna = daymark.visitor()
    await anna.get(`/api/shares/public/${link.token}`)
    await comment(anna, link, 'Brighter')
    expect(subjects(await mailsToOwner())).toEqual(['Anna wrote a comment: Summer'])
    const [visit, ...others] = anna
      .jar()
      .toSorted(({ name: a }, { name: b }) => +/visitor/.test(b) - +/visitor/.test(a))
    for (const text of ['Larger', 'Warmer']) {
      const cookies = [{ name: visit?.name, value: randomUUID() }, ...others]
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      expect((await comment(daymark.visitor({ cookie }), link, text)).status).toBe(201)
    }
    expect(await mailsToOwner()).toEqual([])
    await visitsEnd()
    const [remaining, ...more] = await mailsToOwner()
    expect([remaining?.subject, more]).toEqual(['More from Anna: Summer', []])
    expect(remaining?.text).toContain('Comments: 2')
    // another name in the same browser is another visitor
    const browser = daymark.visitor({ cookie: `${visit?.name}=${visit?.value}` })
    for (const name of ['Ben', 'Carla'])
      expect((await writeComment(browser, link.token, shared.image, { name })).status).toBe(201)
    expect(subjects(await mailsToOwner())).toHaveLength(2)
    await visitsEnd()
    expect(await mailsToOwner()).toEqual([])
  })

  it('rule 124 one gallery sends at most ten mails an hour, and one mail has the rest afterwards', async () => {
    const link = await gallery()
    const mailDigests = async () => {
      await Promise.all([job('SendDigests'), job('SendDigests')])
      return mailsToOwner()
    }
    for (let n = 0; n < 10; n++) await comment(daymark.visitor(), link, `Comment ${n}`)
    expect(await mailsToOwner()).toHaveLength(10)
    await daymark.clock.advance(5 * MINUTE)
    await comment(daymark.visitor(), link, 'Comment 11')
    await sendList(daymark.visitor(), link.token, [pickOf(shared.image, 'picked')])
    const other = await gallery()
    await comment(daymark.visitor(), other, 'In a quiet gallery')
    expect((await mailsToOwner()).map(({ links }) => links[0])).toEqual([
      `http://daymark.test/shares/${other.id}/comments`,
    ])
    expect(await mailDigests()).toEqual([])
    await daymark.clock.advance(50 * MINUTE)
    await comment(daymark.visitor(), link, 'Comment 12')
    expect([...(await mailDigests()), ...(await mailsToOwner())]).toEqual([])
    await daymark.clock.advance(11 * MINUTE)
    const [mail, ...more] = await mailDigests()
    expect([mail?.subject, more]).toEqual(['Activity summary for “Summer”', []])
    for (const fact of ['Comments: 2', 'Lists sent: 1']) expect(mail?.text).toContain(fact)
    expect(mail?.text).not.toContain('Visits')
    expect(await mailDigests()).toEqual([])
    await comment(daymark.visitor(), link, 'Comment 13')
    expect(subjects(await mailsToOwner())).toEqual(['Anna wrote a comment: Summer'])
    await visitsEnd()
  })

  it('rule 124 a sent list is mailed at once; own actions and disabled topics send no mail', async () => {
    const link = await gallery()
    await sendList(daymark.visitor(), link.token, [
      pickOf(shared.image, 'picked'),
      pickOf(shared.images[1], 'rejected'),
    ])
    const [mail] = await mailsToOwner()
    expect(mail?.subject).toBe('Anna sent a list: Summer')
    expect(mail?.text).toMatch(/Chosen: 1 photo\nRejected: 1 photo/)
    await comment(shared.owner, link, 'To myself')
    expect(await mailsToOwner()).toEqual([])
    expect((await oneClickUnsubscribe(daymark.url, unsubscribePath(mail as ReceivedMail))).status).toBe(200)
    await comment(daymark.visitor(), link, 'Not mailed')
    expect(await mailsToOwner()).toEqual([])
    const on = await shared.owner.patch<http.MailChoices>('/api/settings/mail', {
      topic: 'gallery_feedback',
      wanted: true,
    })
    expect(on.body.topics).toEqual([
      { topic: 'new_sign_in', wanted: true },
      { topic: 'gallery_feedback', wanted: true },
      { topic: 'gallery_activity', wanted: false },
      { topic: 'link_expiry', wanted: true },
      { topic: 'visitor_reminders', wanted: false },
    ])
    await visitsEnd()
    await sent()
  })

  it('rule 124 every visit is mailed after its end if the owner has enabled this', async () => {
    const link = await gallery()
    const visit = async (visitor: Visitor) => {
      await visitor.get(`/api/shares/public/${link.token}`)
      for (const image of shared.images.slice(0, 2))
        await visitor.post('/api/shares/track', { token: link.token, event_type: 'photo_view', image_id: image.id })
    }
    await visit(daymark.visitor())
    await visitsEnd()
    expect(await mailsToOwner()).toEqual([])
    await shared.owner.patch('/api/settings/mail', { topic: 'gallery_activity', wanted: true })
    await daymark.settle()
    const anna = daymark.visitor()
    await visit(anna)
    await anna.post(picksPath(link.token), { name: 'Anna' })
    await anna.post(picksPath(link.token, '/changes'), { changes: [pickOf(shared.image, 'picked')] })
    const download = { event_type: 'download', event_data: { type: 'album_zip', count: 3 } }
    await anna.post('/api/shares/track', { token: link.token, ...download })
    await visit(shared.owner)
    await visit(daymark.visitor({ 'user-agent': ROBOT }))
    // the visit continues, so it has not ended
    await daymark.clock.advance(20 * MINUTE)
    await visit(anna)
    await daymark.clock.advance(20 * MINUTE)
    await job('NotifyVisits')
    expect(await mailsToOwner()).toEqual([])
    await visit(daymark.visitor())
    await visitsEnd()
    const mails = (await mailsToOwner()).toSorted((a, b) => a.subject.localeCompare(b.subject))
    expect(subjects(mails)).toEqual(['A visitor visited “Summer”', 'Anna visited “Summer”'])
    for (const fact of ['Viewed: 2 photos', 'Downloaded: 3 photos', 'Chosen: 1 photo'])
      expect(mails[1]?.text).toContain(fact)
    expect(mails[0]?.text).not.toContain('Downloaded')
    // many visitors, or one that pretends to be many
    const crowdedGallery = await gallery()
    for (let n = 0; n < 12; n++) await daymark.visitor().get(`/api/shares/public/${crowdedGallery.token}`)
    await visitsEnd()
    expect(await mailsToOwner()).toHaveLength(10)
    await daymark.clock.advance(61 * MINUTE)
    await job('SendDigests')
    const [remaining, ...others] = await mailsToOwner()
    expect([remaining?.subject, others]).toEqual(['Activity summary for “Summer”', []])
    expect(remaining?.text).toContain('Visits: ')
    await shared.owner.patch('/api/settings/mail', { topic: 'gallery_activity', wanted: false })
    await daymark.settle()
  })

  it('rule 126 the owner is reminded seven days before a link ends, and visitors three days before if enabled', async () => {
    const end = (days: number) => new Date(+daymark.clock.now() + days * DAY).toISOString()
    const link = await gallery({ expires_at: end(10) })
    await gallery({ expires_at: end(6) })
    const { visitor } = await createListedVisitor(link, { email: 'anna@example.org' })
    for (const email of ['ANNA@example.org', 'anna+photos@example.org']) await createListedVisitor(link, { email })
    const ends = async () => {
      await Promise.all([job('NotifyExpiry'), job('NotifyExpiry')])
      return sent()
    }
    expect(await ends()).toEqual([])
    await daymark.clock.advance(3.5 * DAY)
    const [mail, ...more] = await ends()
    expect([mail?.to, mail?.subject, more]).toEqual([shared.owner.email, '“Summer” closes soon', []])
    expect(mail?.text).toMatch(/Open until: \d+ \w+ \d{4}/)
    expect(await ends()).toEqual([])
    await daymark.clock.advance(4 * DAY)
    expect(await ends()).toEqual([])
    await shared.owner.post('/api/auth/login', { username: shared.owner.email, password: shared.owner.password })
    await shared.owner.patch('/api/settings/mail', { topic: 'visitor_reminders', wanted: true })
    await daymark.settle()
    // visitors of all galleries of an owner get at most a thousand mails a day; the rest waits
    await recordSentMails(daymark, link, { kind: 'gallery_ready', count: 1000 })
    expect(await ends()).toEqual([])
    await daymark.clock.advance(DAY + MINUTE)
    await shared.owner.post('/api/auth/login', { username: shared.owner.email, password: shared.owner.password })
    const reminded = await ends()
    expect(reminded.map(one => [one.to.toLowerCase(), one.subject])).toEqual([
      ['anna@example.org', '“Summer” closes soon'],
    ])
    expect(await ends()).toEqual([])
    expect((await visitor.get(`/api/shares/public/${link.token}`)).status).toBe(200)
  })
})
