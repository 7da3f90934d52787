import type { http } from '@daymark/contracts'
import { pollUntil, type TestDns, testDns } from '@daymark/testing/outside'
import { Mailbox, type ReceivedMail } from '@daymark/testing/mailbox'
import { send } from '../../attack/support/raw.ts'
import { startDaymark, setUpDaymark } from '../../support/daymark.ts'
import {
  visitorWithPickList,
  recordSentMails,
  retryMails,
  runMailJob,
  oneClickUnsubscribe,
  takeSentMails,
  unsubscribePath,
  unsubscribeUrl,
} from '../../support/gallery-mails.ts'
import { domainEnv, smallWebApp, connectDomain, TARGET } from '../../support/domains.ts'
import { pickOf, picksPath, sendList, visitorPath } from '../../support/visitor-actions.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
/** The key of a personal link. */
const keyIn = ({ links }: ReceivedMail) => /#picks=([0-9A-Za-z]{32})$/.exec(links[0] ?? '')?.[1]
let mailbox: Mailbox
let dns: TestDns
let shared: Awaited<ReturnType<typeof createSharedGallery>>
beforeAll(async () => {
  ;[mailbox, dns] = await Promise.all([Mailbox.open(), testDns()])
})
const daymark = setUpDaymark(() => ({ env: { ...mailbox.env, ...domainEnv(dns), DAYMARK_WEB_DIR: smallWebApp() } }))
beforeAll(async () => void (shared = await createSharedGallery(daymark, { count: 3 })))
afterAll(() => Promise.all([mailbox.stop(), dns.stop()]))

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const gallery = (more: object = {}) =>
  createLink(shared.owner, { album_id: shared.album.id, picks: {}, comments: {}, ...more })
const job = (name: string) => runMailJob(daymark, name)
const sent = () => takeSentMails(daymark, mailbox)
const storedMails = (link: http.Share) =>
  daymark
    .db('sharing')
    .sql<{ address: string | null; data: object }>('SELECT address, data FROM mails WHERE link_id = $1', [link.id])
const to = (mails: ReceivedMail[], address: string) => mails.filter(mail => mail.to === address)
/** Waits until all mails have failed and are scheduled again. */
const allFailed = () =>
  pollUntil('all mails were attempted', async () => {
    await daymark.settle()
    return (await daymark.db('identity').sql('SELECT id FROM job_queue WHERE last_error IS NULL')).length === 0
  })
let visitorCount = 0
const createListedVisitor = (link: http.Share, more: object = {}) =>
  visitorWithPickList(daymark, link, `visitor-${++visitorCount}@example.org`, more)

describe('a personal link by mail', () => {
  it('rule 123 opens the pick list on another device, and the address is not stored', async () => {
    const link = await gallery()
    const { visitor, email, requestLink } = await createListedVisitor(link)
    await visitor.post(picksPath(link.token, '/changes'), { changes: [pickOf(shared.image, 'picked')] })
    const key = (await visitor.post<http.VisitorKey>(visitorPath(link.token, '/key'))).body
    expect(key).toEqual({ key: expect.any(String), mail: true })
    expect(await requestLink()).toMatchObject({ status: 200, body: { success: true } })
    const mail = await mailbox.take(email, 'Your personal link to “Summer”')
    const personal = new URL(mail.links[0] ?? '')
    expect(personal.pathname).toBe(`/share/${link.token}`)
    const inMail = keyIn(mail)
    expect(inMail).not.toBe(key.key)
    const other = daymark.visitor()
    expect((await other.post(visitorPath(link.token, '/open'), { key: inMail })).body).toEqual({
      name: 'Anna',
      email: null,
    })
    expect((await other.get<http.OwnPicks>(picksPath(link.token))).body.list?.picks).toHaveLength(1)
    expect((await other.post(picksPath(link.token, '/send'), {})).status).toBe(200)
    // the session of the first device still works
    expect((await visitor.get<http.OwnPicks>(picksPath(link.token))).body.list?.name).toBe('Anna')
    await sent()
    expect(await storedMails(link)).toContainEqual({ address: null, data: {} })
    const lists = async () => (await shared.owner.get<http.SharePicks>(`/api/shares/${link.id}/picks`)).body.lists
    expect((await lists())[0]?.email).toBeNull()
    await requestLink({ keep: true })
    const second = keyIn(await mailbox.take(email))
    expect((await lists())[0]?.email).toBe(email)
    // each mail has its own key, and earlier keys stay valid
    expect(second).not.toBe(inMail)
    for (const known of [inMail, second])
      expect((await daymark.visitor().post(visitorPath(link.token, '/open'), { key: known })).status).toBe(200)
  })

  it('rule 123 is limited per address, and the answers do not reveal known addresses', async () => {
    const link = await gallery()
    const { email, requestLink } = await createListedVisitor(link)
    const tagged = email.toUpperCase().replace('@', '+Again@')
    const same = () => createListedVisitor(link).then(({ requestLink: requestAs }) => requestAs({ email: tagged }))
    const answers = [await requestLink(), await requestLink(), await requestLink(), await requestLink(), await same()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200])
    expect(answers[4]?.body).toEqual(answers[0]?.body)
    // one gallery sends three mails a day to an address in any spelling
    expect((await sent()).map(mail => mail.to)).toEqual([email, email, email])
    expect(code(await daymark.visitor().post(visitorPath(link.token, '/mail'), { email }))).toEqual([
      404,
      'visitor_unknown',
    ])
    for (const wrong of ['no', `${'x'.repeat(250)}@example.org`])
      expect((await requestLink({ email: wrong })).status).toBe(400)
    const locked = await gallery({ password: 'puffin' })
    expect((await daymark.visitor().post(visitorPath(locked.token, '/mail'), { email })).status).toBe(404)
  })

  it('rule 123: is limited per address and per owner, and per network once half of the daily mails are used', async () => {
    await daymark.clock.advance(DAY + MINUTE)
    await shared.owner.post('/api/auth/login', { username: shared.owner.email, password: shared.owner.password })
    for (let n = 0; n < 3; n++) {
      const { requestLink } = await createListedVisitor(await gallery())
      for (let times = 0; times < 3; times++) await requestLink({ email: 'one@example.org' })
    }
    expect(await sent()).toHaveLength(6)
    const link = await gallery()
    await recordSentMails(daymark, link, { kind: 'personal_link', count: 494 })
    const statuses = []
    for (let n = 0; n < 5; n++)
      statuses.push((await (await createListedVisitor(link)).requestLink({ email: `guest-${n}@example.org` })).status)
    expect(statuses).toEqual([200, 429, 429, 429, 429])
    await sent()
    await recordSentMails(daymark, link, { kind: 'personal_link', count: 499 })
    await daymark.clock.advance(16 * MINUTE)
    const { requestLink } = await createListedVisitor(link)
    expect(code(await requestLink())).toEqual([429, 'too_many_requests'])
    await daymark.clock.advance(DAY + MINUTE)
    await shared.owner.post('/api/auth/login', { username: shared.owner.email, password: shared.owner.password })
    expect((await requestLink()).status).toBe(200)
    await sent()
  })

  it('rule 122 an address is stored for at most three days, even without a mail server; older mails are not sent', async () => {
    const [lost, expired] = [await gallery(), await gallery()]
    const { requestLink } = await createListedVisitor(lost)
    await mailbox.stop()
    await requestLink()
    await daymark.settle()
    // simulates that identity lost the mails after acknowledging them
    await daymark.db('identity').sql('DELETE FROM job_queue')
    await (await createListedVisitor(expired)).requestLink()
    await allFailed()
    await daymark.clock.advance(3 * DAY)
    await mailbox.start()
    await retryMails(daymark)
    expect(await sent()).toEqual([])
    expect(await storedMails(expired)).toEqual([{ address: null, data: {} }])
    await job('DeleteOldMails')
    expect(await storedMails(lost)).toEqual([{ address: null, data: {} }])
    await shared.owner.post('/api/auth/login', { username: shared.owner.email, password: shared.owner.password })
  })

  it('account mails do not wait for mails about galleries', async () => {
    const link = await gallery()
    const visitors = [await createListedVisitor(link), await createListedVisitor(link), await createListedVisitor(link)]
    await mailbox.stop()
    for (const { requestLink } of visitors)
      for (const email of ['1', '2']) await requestLink({ email: `${email}@example.org` })
    await daymark.settle()
    await daymark.visitor().post('/api/auth/forgot-password', { username: shared.owner.email })
    await allFailed()
    const { email } = shared.owner
    await mailbox.start()
    await retryMails(daymark)
    const order = (await sent()).map(mail => mail.to)
    expect(order).toHaveLength(7)
    // account mails are jobs of another kind, so this mail is sent at the same time as the first mails about galleries
    expect(order.indexOf(email)).toBeLessThan(5)
  })

  it('rule 122 mails of revoked, deleted or removed items are not sent, and their addresses are deleted', async () => {
    const [revoked, deleted, removed] = [await gallery(), await gallery(), await gallery()]
    const visitors = [
      await createListedVisitor(revoked),
      await createListedVisitor(deleted),
      await createListedVisitor(removed),
    ]
    await mailbox.stop()
    for (const { requestLink } of visitors) await requestLink()
    await daymark.settle()
    expect(
      await daymark.db('identity').sql("SELECT DISTINCT (payload -> 'data') - 'mailId' AS data FROM job_queue"),
    ).toEqual([{ data: { ownerId: shared.owner.id } }])
    await shared.owner.post(`/api/shares/${revoked.id}/revoke`)
    await shared.owner.delete(`/api/shares/${deleted.id}`)
    const at = `/api/shares/${removed.id}/picks`
    const [list] = (await shared.owner.get<http.SharePicks>(at)).body.lists
    await shared.owner.delete(`${at}/${list?.id}`)
    await mailbox.start()
    await retryMails(daymark)
    const mails = await sent()
    for (const { email } of visitors) expect(to(mails, email)).toEqual([])
    for (const link of [revoked, deleted, removed])
      expect(await storedMails(link)).toEqual([{ address: null, data: {} }])
    await shared.owner.delete('/api/trash', { share_ids: [deleted.id] })
    await daymark.clock.advance(2 * MINUTE)
    await job('DeleteVisits')
    expect(await storedMails(deleted)).toEqual([])
  })
})

describe('mails to a visitor', () => {
  it('rule 125 end with one click, for a gallery or for all galleries of the photographer', async () => {
    const [one, two] = [await gallery(), await gallery()]
    const { email, requestLink } = await createListedVisitor(one)
    const { requestLink: requestTwo } = await createListedVisitor(two)
    await requestLink()
    const mail = await mailbox.take(email)
    const path = unsubscribePath(mail)
    const token = new URL(path, daymark.url).searchParams.get('token')
    expect(mail.links.at(-1)).toBe(`http://galleries.daymark.test/share/~mails#${token}`)
    const shown = await daymark.visitor().get(path)
    expect([shown.status, shown.headers.get('location')]).toEqual([303, `/share/~mails#${token}`])
    const choice = async () => (await daymark.visitor().get(`/api/gallery-mails?token=${token}`)).body
    expect(await choice()).toEqual({ gallery: 'Summer', studio: null, off: 'none' })
    expect((await oneClickUnsubscribe(daymark.url, path)).status).toBe(200)
    expect(await choice()).toMatchObject({ off: 'gallery' })
    await requestTwo({ email: email.toUpperCase() })
    expect((await requestLink()).status).toBe(200)
    expect((await sent()).map(one => one.to.toLowerCase())).toEqual([email])
    expect((await daymark.visitor().post(`${path}&all=true`)).status).toBe(200)
    expect(await choice()).toMatchObject({ off: 'all' })
    for (const written of [email, email.replace('@', '+two@')]) await requestTwo({ email: written })
    expect(await sent()).toEqual([])
    const stored = await daymark.db('sharing').sql<{ row: string }>('SELECT t::text AS row FROM unsubscribes t')
    expect(JSON.stringify(stored)).not.toMatch(/visitor-\d/i)
    const forged = token?.replace(one.id, two.id)
    for (const wrong of [forged, 'x', ''])
      expect(code(await daymark.visitor().post(`/api/gallery-mails/unsubscribe?token=${wrong}`))).toEqual([
        410,
        'mail_link_gone',
      ])
    // after the permanent deletion of a gallery its unsubscribe links still answer successfully
    await shared.owner.delete(`/api/shares/${one.id}`)
    await shared.owner.delete('/api/trash', { share_ids: [one.id] })
    await daymark.clock.advance(2 * MINUTE)
    await job('DeleteVisits')
    expect((await oneClickUnsubscribe(daymark.url, path)).status).toBe(200)
    const scopes = await daymark.db('sharing').sql<{ id: string }>('SELECT scope_id AS id FROM unsubscribes')
    expect(scopes).not.toContainEqual({ id: one.id })
  })

  it('rule 70 rule 71 rule 122 have the brand of the studio and link to its domain, where everything they need works', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const { link } = await createSharedGallery(daymark, { owner, count: 1, share: { picks: {} } })
    await owner.patch('/api/settings/studio', { name: 'Berg Studio' })
    await connectDomain(owner, dns, 'photos.berg.test')
    await daymark.settle()
    const { email, requestLink } = await createListedVisitor(link)
    await requestLink()
    const mail = await mailbox.take(email)
    expect(mail.links.map(address => new URL(address).host)).toEqual(['photos.berg.test', 'photos.berg.test'])
    expect(mail.html).toContain('Berg Studio')
    expect(mail.html + mail.text).not.toContain('Daymark')
    const on = (method: string, path: string) =>
      send(daymark.url, `${method} ${path} HTTP/1.1\r\nHost: photos.berg.test\r\nConnection: close\r\n\r\n`)
    const path = unsubscribePath(mail)
    // unsubscribe headers use the main address, because the domain may end
    expect(new URL(unsubscribeUrl(mail)).host).toBe(TARGET)
    const token = new URL(path, daymark.url).searchParams.get('token')
    expect((await on('GET', `/api/gallery-mails?token=${token}`)).body).toContain('"studio":"Berg Studio"')
    expect((await on('POST', path)).status).toBe(200)
    expect((await on('GET', '/mail/unsubscribe')).status).toBe(404)
    // mail links keep working where galleries are not available any more
    await owner.delete('/api/settings/domain')
    await daymark.settle()
    expect((await on('GET', `/share/${link.token}`)).status).toBe(404)
    expect((await on('GET', '/share/~mails')).status).toBe(200)
    expect((await on('GET', `/api/gallery-mails?token=${token}`)).body).toContain('"off":"gallery"')
    expect((await on('POST', `${path}&all=true`)).status).toBe(200)
  })
})

it('rule 127 without a mail server are not offered, and nothing is stored', async () => {
  const bare = await startDaymark()
  try {
    const { owner, album, image } = await createSharedGallery(bare, { count: 1 })
    const link = await createLink(owner, { album_id: album.id, picks: {}, comments: {} })
    const visitor = bare.visitor()
    await sendList(visitor, link.token, [pickOf(image, 'picked')])
    expect((await visitor.post<http.VisitorKey>(visitorPath(link.token, '/key'))).body.mail).toBe(false)
    const answer = await visitor.post(visitorPath(link.token, '/mail'), { email: 'anna@example.org' })
    expect(code(answer)).toEqual([409, 'mail_off'])
    await bare.settle()
    expect(await bare.db('sharing').sql('SELECT address, data FROM mails')).toEqual([{ address: null, data: {} }])
    expect(await bare.db('identity').sql('SELECT id FROM job_queue')).toEqual([])
  } finally {
    await bare.stop()
  }
})
