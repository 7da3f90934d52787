import type { http } from '@daymark/contracts'
import { identityService } from '@daymark/identity'
import { sharingService } from '@daymark/sharing'
import { type TestDns, testDns, type Visitor } from '@daymark/testing/outside'
import { Mailbox, type Received } from '@daymark/testing/mailbox'
import { send } from '../../attack/support/raw.ts'
import { ANNA, write } from '../../support/comments.ts'
import { type Daymark, startDaymark } from '../../support/daymark.ts'
import { domainEnv, takeDomain } from '../../support/domains.ts'
import { picksOf, saidOf, sendList, visitorOf } from '../../support/picks.ts'
import { newLink, sharedGallery } from '../../support/shared-gallery.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
let mailbox: Mailbox
let dns: TestDns
let daymark: Daymark
let shared: Awaited<ReturnType<typeof sharedGallery>>
beforeAll(async () => {
  ;[mailbox, dns] = await Promise.all([Mailbox.open(), testDns()])
  daymark = await startDaymark({ env: { ...mailbox.env, ...domainEnv(dns) } })
  shared = await sharedGallery(daymark, { count: 3 })
}, 60_000)
afterAll(async () => {
  await daymark.stop()
  await Promise.all([mailbox.goAway(), dns.stop()])
})

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const gallery = (more: object = {}) =>
  newLink(shared.owner, { album_id: shared.album.id, picks: {}, comments: {}, ...more })
async function job(name: string, service = sharingService) {
  const found = service.jobs?.find(one => one.name === name)
  await daymark.runJob(service.name, found as never)
}
/** Whatever was to be sent is sent, and everybody knows it. */
async function sent(): Promise<Received[]> {
  await daymark.settle()
  while ((await daymark.db('identity').sql('SELECT id FROM mails')).length > 0) await new Promise(setImmediate)
  await daymark.settle()
  return mailbox.mails.splice(0)
}
const kept = (link: http.Share) =>
  daymark
    .db('sharing')
    .sql<{ address: string | null; data: object }>('SELECT address, data FROM mails WHERE link_id = $1', [link.id])
const to = (mails: Received[], address: string) => mails.filter(mail => mail.to === address)
/** The address of List-Unsubscribe, as far as it is behind the host. */
function unsubscribeOf(mail: Received): string {
  const link = new URL((mail.headers.get('list') as { unsubscribe: { url: string } }).unsubscribe.url)
  return link.pathname + link.search
}
/** As a mail program does it. */
const oneClick = (path: string) =>
  fetch(new URL(path, daymark.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

let people = 0
/** A visitor with a list in a gallery, and an address that nobody else has. */
async function listed({ token }: http.Share, more: object = {}) {
  const visitor = daymark.stranger()
  await visitor.get(`/api/shares/public/${token}`)
  await visitor.post(picksOf(token), { name: 'Anna', ...more })
  const email = `visitor-${++people}@example.org`
  const ask = (body: object = {}) => visitor.post(visitorOf(token, '/mail'), { email, ...body })
  return { visitor, email, ask }
}

describe('a personal link by mail', () => {
  it('rule 123 opens her list on another device, and the address is not kept', async () => {
    const link = await gallery()
    const { visitor, email, ask } = await listed(link)
    await visitor.post(picksOf(link.token, '/changes'), { changes: [saidOf(shared.image, 'picked')] })
    const key = (await visitor.post<http.PicksKey>(visitorOf(link.token, '/key'))).body
    expect(key).toEqual({ key: expect.any(String), mail: true })
    expect(await ask()).toMatchObject({ status: 200, body: { success: true } })
    const mail = await mailbox.take(email, 'Your personal link to “Summer”')
    const personal = new URL(mail.links[0] ?? '')
    expect(personal.pathname).toBe(`/share/${link.token}`)
    const mailed = /^#picks=([0-9A-Za-z]{32})$/.exec(personal.hash)?.[1]
    expect(mailed).not.toBe(key.key)
    const other = daymark.stranger()
    expect((await other.post(visitorOf(link.token, '/open'), { key: mailed })).body).toEqual({
      name: 'Anna',
      email: null,
    })
    expect((await other.get<http.OwnPicks>(picksOf(link.token))).body.list?.picks).toHaveLength(1)
    expect((await other.post(picksOf(link.token, '/send'), {})).status).toBe(200)
    // what she had before works as it did
    expect((await visitor.get<http.OwnPicks>(picksOf(link.token))).body.list?.name).toBe('Anna')
    await sent()
    expect(await kept(link)).toContainEqual({ address: null, data: {} })
    const lists = async () => (await shared.owner.get<http.SharePicks>(`/api/shares/${link.id}/picks`)).body.lists
    expect((await lists())[0]?.email).toBeNull()
    await ask({ keep: true })
    await mailbox.take(email)
    expect((await lists())[0]?.email).toBe(email)
  })

  it('rule 123 is limited, and nobody learns of an address', async () => {
    const link = await gallery()
    const { email, ask } = await listed(link)
    const same = () => listed(link).then(({ ask: askAs }) => askAs({ email }))
    const answers = [await ask(), await ask(), await ask(), await ask(), await same()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200])
    expect(answers[4]?.body).toEqual(answers[0]?.body)
    // three of a gallery to one address in a day
    expect(to(await sent(), email)).toHaveLength(3)
    expect(code(await daymark.stranger().post(visitorOf(link.token, '/mail'), { email }))).toEqual([
      404,
      'visitor_unknown',
    ])
    for (const wrong of ['no', `${'x'.repeat(250)}@example.org`]) expect((await ask({ email: wrong })).status).toBe(400)
    const locked = await gallery({ password: 'puffin' })
    expect((await daymark.stranger().post(visitorOf(locked.token, '/mail'), { email })).status).toBe(404)
  })

  it('rule 122 what was revoked, deleted or removed while the mail waits gets nothing, and no address lies about', async () => {
    const [revoked, deleted, removed] = [await gallery(), await gallery(), await gallery()]
    const visitors = [await listed(revoked), await listed(deleted), await listed(removed)]
    await mailbox.goAway()
    for (const { ask } of visitors) await ask()
    await daymark.settle()
    expect(await daymark.db('identity').sql("SELECT DISTINCT recipient, data - 'mailId' AS more FROM mails")).toEqual([
      { recipient: '', more: {} },
    ])
    await shared.owner.post(`/api/shares/${revoked.id}/revoke`)
    await shared.owner.delete(`/api/shares/${deleted.id}`)
    const at = `/api/shares/${removed.id}/picks`
    const [list] = (await shared.owner.get<http.SharePicks>(at)).body.lists
    await shared.owner.delete(`${at}/${list?.id}`)
    await mailbox.comeBack()
    await daymark.db('identity').sql('UPDATE mails SET due_at = created_at')
    await job('SendMails', identityService)
    const mails = await sent()
    for (const { email } of visitors) expect(to(mails, email)).toEqual([])
    for (const link of [revoked, deleted, removed]) expect(await kept(link)).toEqual([{ address: null, data: {} }])
    await shared.owner.delete('/api/trash', { share_ids: [deleted.id] })
    daymark.clock.advance(2 * MINUTE)
    await job('ForgetVisits')
    expect(await kept(deleted)).toEqual([])
  })
})

describe('mails to a visitor', () => {
  it('rule 125 end with one click, for a gallery or for all of the photographer', async () => {
    const [one, two] = [await gallery(), await gallery()]
    const { email, ask } = await listed(one)
    const { ask: askTwo } = await listed(two)
    await ask()
    const mail = await mailbox.take(email)
    const path = unsubscribeOf(mail)
    const token = new URL(path, daymark.url).searchParams.get('token')
    expect(mail.links.at(-1)).toBe(`http://galleries.daymark.test/share/~mails#${token}`)
    const shown = await daymark.stranger().get(path)
    expect([shown.status, shown.headers.get('location')]).toEqual([303, `/share/~mails#${token}`])
    const choice = async () => (await daymark.stranger().get(`/api/gallery-mails?token=${token}`)).body
    expect(await choice()).toEqual({ gallery: 'Summer', studio: null, off: 'none' })
    expect((await oneClick(path)).status).toBe(200)
    expect(await choice()).toMatchObject({ off: 'gallery' })
    await askTwo({ email: email.toUpperCase() })
    expect((await ask()).status).toBe(200)
    expect((await sent()).map(one => one.to.toLowerCase())).toEqual([email])
    expect((await daymark.stranger().post(`${path}&all=true`)).status).toBe(200)
    expect(await choice()).toMatchObject({ off: 'all' })
    await askTwo({ email })
    expect(await sent()).toEqual([])
    const stored = await daymark.db('sharing').sql<{ row: string }>('SELECT t::text AS row FROM unwanted_mails t')
    expect(JSON.stringify(stored)).not.toMatch(/visitor-\d/i)
    const forged = token?.replace(one.id, two.id)
    for (const wrong of [forged, 'x', ''])
      expect(code(await daymark.stranger().post(`/api/gallery-mails/unsubscribe?token=${wrong}`))).toEqual([
        410,
        'mail_link_gone',
      ])
  })

  it('rule 70 rule 71 rule 122 come from the studio, and lead to its domain, with all that they need there', async () => {
    const owner = await daymark.user({ tier: 'studio' })
    const { link } = await sharedGallery(daymark, { owner, count: 1, share: { picks: {} } })
    await owner.patch('/api/settings/studio', { name: 'Berg Studio' })
    await takeDomain(owner, dns, 'photos.berg.test')
    await daymark.settle()
    const { email, ask } = await listed(link)
    await ask()
    const mail = await mailbox.take(email)
    expect(mail.links.map(address => new URL(address).host)).toEqual(['photos.berg.test', 'photos.berg.test'])
    expect(mail.html).toContain('Berg Studio')
    expect(mail.html + mail.text).not.toContain('Daymark')
    const on = (method: string, path: string) =>
      send(daymark.url, `${method} ${path} HTTP/1.1\r\nHost: photos.berg.test\r\nConnection: close\r\n\r\n`)
    const path = unsubscribeOf(mail)
    const token = new URL(path, daymark.url).searchParams.get('token')
    expect((await on('GET', `/api/gallery-mails?token=${token}`)).body).toContain('"studio":"Berg Studio"')
    expect((await on('POST', path)).status).toBe(200)
    expect((await on('GET', '/mail/unsubscribe')).status).toBe(404)
  })
})

const told = async () => to(await sent(), shared.owner.email)
const subjects = (mails: Received[]) => mails.map(({ subject }) => subject)
const comment = (visitor: Visitor, { token }: http.Share, text: string) =>
  write(visitor, token, shared.image, { ...ANNA, text })
/** Half an hour after the last that was heard of anybody. */
async function visitsEnd() {
  daymark.clock.advance(31 * MINUTE)
  // two replicas
  await Promise.all([job('TellVisits'), job('TellVisits')])
}

describe('what the owner is told', () => {
  it('rule 124 the first comment of a visit at once, and what follows in one mail when it has ended', async () => {
    const link = await gallery()
    const anna = daymark.stranger()
    await anna.get(`/api/shares/public/${link.token}`)
    await comment(anna, link, 'Brighter, please <b>')
    const [first, ...more] = await told()
    expect(more).toEqual([])
    expect(first?.subject).toBe('Anna wrote a comment: Summer')
    expect(first?.text).toContain('“Brighter, please <b>”')
    expect(first?.html).toContain('“Brighter, please &lt;b&gt;”')
    expect(first?.links[0]).toBe(`http://galleries.daymark.test/shares/${link.id}/comments`)
    await comment(anna, link, 'And larger')
    await anna.post(picksOf(link.token, '/changes'), { changes: [saidOf(shared.image, 'picked', 'this one')] })
    await anna.post(picksOf(link.token, '/send'), {})
    expect(await told()).toEqual([])
    await job('TellVisits')
    expect(await told()).toEqual([])
    await visitsEnd()
    const rest = await told()
    expect(subjects(rest)).toEqual(['More from Anna: Summer'])
    for (const fact of ['Comments: 1', 'Chosen: 1 photo', 'Notes: 1', 'List: Sent'])
      expect(rest[0]?.text).toContain(fact)
    await visitsEnd()
    expect(await told()).toEqual([])
    // her next visit begins anew
    await comment(anna, link, 'One more')
    expect(subjects(await told())).toEqual(['Anna wrote a comment: Summer'])
  })

  it('rule 124 a list that is sent at once; not what she does herself, nor what she does not want', async () => {
    const link = await gallery()
    await sendList(daymark.stranger(), link.token, [
      saidOf(shared.image, 'picked'),
      saidOf(shared.images[1], 'rejected'),
    ])
    const [mail] = await told()
    expect(mail?.subject).toBe('Anna sent a list: Summer')
    expect(mail?.text).toMatch(/Chosen: 1 photo\nRejected: 1 photo/)
    await comment(shared.owner, link, 'To myself')
    expect(await told()).toEqual([])
    expect((await oneClick(unsubscribeOf(mail as Received))).status).toBe(200)
    await comment(daymark.stranger(), link, 'Nobody reads this')
    expect(await told()).toEqual([])
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

  it('rule 124 every visit, once it has ended, where she wants that', async () => {
    const link = await gallery()
    const visit = async (visitor: Visitor) => {
      await visitor.get(`/api/shares/public/${link.token}`)
      for (const image of shared.images.slice(0, 2))
        await visitor.post('/api/shares/track', { token: link.token, event_type: 'photo_view', image_id: image.id })
    }
    await visit(daymark.stranger())
    await visitsEnd()
    expect(await told()).toEqual([])
    await shared.owner.patch('/api/settings/mail', { topic: 'gallery_activity', wanted: true })
    await daymark.settle()
    const anna = daymark.stranger()
    await visit(anna)
    await anna.post(picksOf(link.token), { name: 'Anna' })
    await anna.post(picksOf(link.token, '/changes'), { changes: [saidOf(shared.image, 'picked')] })
    const download = { event_type: 'download', event_data: { type: 'album_zip', count: 3 } }
    await anna.post('/api/shares/track', { token: link.token, ...download })
    await visit(shared.owner)
    await visit(daymark.stranger({ 'user-agent': ROBOT }))
    // it goes on, so it has not ended
    daymark.clock.advance(20 * MINUTE)
    await visit(anna)
    daymark.clock.advance(20 * MINUTE)
    await job('TellVisits')
    expect(await told()).toEqual([])
    await visit(daymark.stranger())
    await visitsEnd()
    const mails = (await told()).toSorted((a, b) => a.subject.localeCompare(b.subject))
    expect(subjects(mails)).toEqual(['Anna visited “Summer”', 'Somebody visited “Summer”'])
    for (const fact of ['Looked at: 2 photos', 'Downloaded: 3 photos', 'Chosen: 1 photo'])
      expect(mails[0]?.text).toContain(fact)
    expect(mails[1]?.text).not.toContain('Downloaded')
    await shared.owner.patch('/api/settings/mail', { topic: 'gallery_activity', wanted: false })
    await daymark.settle()
  })

  it('rule 126 that a link ends in seven days, once; and visitors three days before where she wants that', async () => {
    const end = (days: number) => new Date(+daymark.clock.now() + days * DAY).toISOString()
    const link = await gallery({ expires_at: end(10) })
    await gallery({ expires_at: end(6) })
    const { visitor } = await listed(link, { email: 'anna@example.org' })
    await listed(link, { email: 'ANNA@example.org' })
    const ends = async () => {
      await Promise.all([job('TellEnds'), job('TellEnds')])
      return sent()
    }
    expect(await ends()).toEqual([])
    daymark.clock.advance(3.5 * DAY)
    const [mail, ...more] = await ends()
    expect([mail?.to, mail?.subject, more]).toEqual([shared.owner.email, '“Summer” closes soon', []])
    expect(mail?.text).toMatch(/Open until: \d+ \w+ \d{4}/)
    expect(await ends()).toEqual([])
    daymark.clock.advance(4 * DAY)
    expect(await ends()).toEqual([])
    await shared.owner.post('/api/auth/login', { username: shared.owner.email, password: shared.owner.password })
    await shared.owner.patch('/api/settings/mail', { topic: 'visitor_reminders', wanted: true })
    await daymark.settle()
    const reminded = await ends()
    expect(reminded.map(one => [one.to.toLowerCase(), one.subject])).toEqual([
      ['anna@example.org', '“Summer” closes soon'],
    ])
    expect(await ends()).toEqual([])
    expect((await visitor.get(`/api/shares/public/${link.token}`)).status).toBe(200)
  })
})

it('rule 127 where no mail is set up there is nothing of it, and nothing is kept', async () => {
  const bare = await startDaymark()
  try {
    const { owner, album, image } = await sharedGallery(bare, { count: 1 })
    const link = await newLink(owner, { album_id: album.id, picks: {}, comments: {} })
    const visitor = bare.stranger()
    await sendList(visitor, link.token, [saidOf(image, 'picked')])
    expect((await visitor.post<http.PicksKey>(visitorOf(link.token, '/key'))).body.mail).toBe(false)
    const asked = await visitor.post(visitorOf(link.token, '/mail'), { email: 'anna@example.org' })
    expect(code(asked)).toEqual([409, 'mail_off'])
    await bare.settle()
    expect(await bare.db('sharing').sql('SELECT address, data FROM mails')).toEqual([{ address: null, data: {} }])
    expect(await bare.db('identity').sql('SELECT id FROM mails')).toEqual([])
  } finally {
    await bare.stop()
  }
}, 60_000)
