import type { http } from '@daymark/contracts'
import { Mailbox } from '@daymark/testing/mailbox'
import { startDaymark, setUpDaymark } from '../../support/daymark.ts'
import {
  completeFirstLook,
  firstLookPath,
  pickOf,
  picksPath,
  sendList,
  subscribersOf,
  subscribeTo,
} from '../../support/visitor-actions.ts'
import { recordSentMails } from '../../support/gallery-mails.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'

let mailbox: Mailbox
let shared: Awaited<ReturnType<typeof createSharedGallery>>
beforeAll(async () => void (mailbox = await Mailbox.open()))
const daymark = setUpDaymark(() => ({ env: mailbox.env }))
beforeAll(async () => void (shared = await createSharedGallery(daymark, { count: 3 })))
afterAll(() => mailbox.stop())

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const link = (first_look: object | null = {}, more: object = {}) =>
  createLink(shared.owner, { album_id: shared.album.id, first_look, ...more })
const gallery = async (token: string) =>
  (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)).body
const firstLookOf = async ({ id }: http.Share) =>
  (await shared.owner.get<http.Share[]>('/api/shares')).body.find(one => one.id === id)
/** Mails to an address, after all events are handled. */
const mailsTo = async (address: string) => {
  await daymark.settle()
  return mailbox.mails.filter(({ to }) => to === address)
}

describe('a first look', () => {
  it('rule 128 announces that more photos follow, with the date and note of the owner', async () => {
    const plain = await link(null)
    expect([plain.first_look, (await gallery(plain.token)).link.first_look]).toEqual([null, null])
    expect(code(await daymark.visitor().get(firstLookPath(plain.token)))).toEqual([409, 'first_look_over'])
    const firstLook = { expected: '2031-05-01', note: 'The dances follow.' }
    const { id, token, first_look } = await link({ ...firstLook, note: ` ${firstLook.note} ` })
    expect([first_look, (await gallery(token)).link.first_look]).toEqual([firstLook, firstLook])
    expect((await daymark.visitor().get(firstLookPath(token))).body).toEqual({ by_mail: true })
    const { body } = await shared.owner.patch<http.Share>(`/api/shares/${id}`, { first_look: {} })
    expect([body.first_look, (await gallery(token)).link.first_look]).toEqual(
      Array(2).fill({ expected: null, note: '' }),
    )
    await shared.owner.patch(`/api/shares/${id}`, { first_look: null })
    expect((await gallery(token)).link.first_look).toBeNull()
    for (const wrong of ['soon', { expected: '1 May' }, { expected: '2031-02-30' }, { note: 'x'.repeat(201) }])
      expect((await shared.owner.patch(`/api/shares/${id}`, { first_look: wrong })).status).toBe(400)
  })

  it('rule 129 an address subscribes once, and the answer does not reveal whether it was known', async () => {
    const { id, token } = await link()
    const anna = await subscribeTo(daymark.visitor(), token, 'Anna@Example.ORG')
    const again = await subscribeTo(daymark.visitor(), token, 'anna@example.org')
    expect((await subscribeTo(daymark.visitor(), token, 'anna+photos@example.org')).body).toEqual(anna.body)
    expect([anna.status, again.status, again.body]).toEqual([200, 200, anna.body])
    expect((await subscribeTo(daymark.visitor(), token, 'ben@example.org')).body).toEqual(anna.body)
    const waiting = await subscribersOf(shared.owner, { id })
    expect(waiting.map(({ email }) => email)).toEqual(['anna@example.org', 'ben@example.org'])
    expect(JSON.stringify(await gallery(token))).not.toContain('example.org')
    expect((await firstLookOf({ id } as http.Share))?.waiting).toBe(2)
    const remove = (which: string) => shared.owner.delete(`/api/shares/${id}/first-look/${which}`)
    expect((await remove(waiting[0]?.id ?? '')).status).toBe(200)
    expect(code(await remove(waiting[0]?.id ?? ''))).toEqual([404, 'waiting_not_found'])
    expect((await firstLookOf({ id } as http.Share))?.waiting).toBe(1)
    for (const wrong of ['', 'anna', 'anna@example', `${'x'.repeat(250)}@example.org`, 'a\nb@example.org', null])
      expect((await subscribeTo(daymark.visitor(), token, wrong)).status).toBe(400)
  })

  it('rule 129: a link accepts 1,000 addresses; once it is half full, ten per network in 15 minutes', async () => {
    const { id, token } = await link()
    const visitor = daymark.visitor()
    const leaveAddresses = async (count: number, name: string) => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++)
        statuses.push((await subscribeTo(visitor, token, `${name}${n}@example.org`)).status)
      return statuses
    }
    const fill = (count: number, name: string) =>
      daymark
        .db('sharing')
        .sql(
          `INSERT INTO first_look_subscribers (link_id, email, created_at) SELECT $1, $2 || n || '@example.org', now() FROM generate_series(1, $3) n`,
          [id, name, count],
        )
    expect(await leaveAddresses(12, 'v')).toEqual(Array(12).fill(200))
    await fill(488, 'x')
    await daymark.clock.advance(16 * 60_000)
    expect(await leaveAddresses(11, 'w')).toEqual([...Array(10).fill(200), 429])
    expect(code(await subscribeTo(visitor, token, 'w0@example.org'))).toEqual([429, 'too_many_requests'])
    await fill(490, 'y')
    await daymark.clock.advance(16 * 60_000)
    for (const either of ['v1@example.org', 'new@example.org'])
      expect(code(await subscribeTo(visitor, token, either))).toEqual([409, 'first_look_full'])
    expect(await subscribersOf(shared.owner, { id })).toHaveLength(1000)
  })

  it('rule 129 locked, revoked, expired and unknown links accept no addresses', async () => {
    const locked = await link({}, { password: 'puffin' })
    const visitor = daymark.visitor()
    expect(code(await subscribeTo(visitor, locked.token))).toEqual([401, 'password_required'])
    expect(code(await visitor.get(firstLookPath(locked.token)))).toEqual([401, 'password_required'])
    await visitor.post(`/api/shares/public/${locked.token}/unlock`, { password: 'puffin' })
    expect((await subscribeTo(visitor, locked.token)).status).toBe(200)
    await shared.owner.post(`/api/shares/${locked.id}/revoke`)
    expect((await subscribeTo(visitor, locked.token)).status).toBe(410)
    expect((await subscribeTo(visitor, 'x'.repeat(22))).status).toBe(404)
  })
})

describe('completion', () => {
  it('rule 129 visitors who leave an address with a list or comment are subscribed, also before the first look starts', async () => {
    const settings = { picks: { notes: true }, comments: {} }
    const { id, token } = await link({}, settings)
    const emails = async () => (await subscribersOf(shared.owner, { id })).map(({ email }) => email)
    const list = picksPath(token)
    await daymark.visitor().post(list, { name: 'Carla', email: 'Carla@Example.org' })
    await daymark.visitor().post(list, { name: 'Emil' })
    expect(await emails()).toEqual(['carla@example.org'])
    const [carla] = await subscribersOf(shared.owner, { id })
    await shared.owner.delete(`/api/shares/${id}/first-look/${carla?.id}`)
    const comment = { image_id: shared.image.id, name: 'Dora', email: 'dora@example.org', text: 'Lovely' }
    await daymark.visitor().post(`/api/shares/public/${token}/comments`, comment)
    expect(await emails()).toEqual(['dora@example.org'])
    expect((await completeFirstLook(shared.owner, { id })).body).toMatchObject({ notified: 1 })
    expect((await mailbox.take('dora@example.org')).text).toContain(token)
    expect(await mailsTo('carla@example.org')).toEqual([])
    await daymark.visitor().post(list, { name: 'Emma', email: 'emma@example.org' })
    await shared.owner.patch(`/api/shares/${id}`, { first_look: {} })
    expect(await emails()).toEqual(['carla@example.org', 'dora@example.org', 'emma@example.org'])
  })

  it('rule 130 sends one mail to each subscriber and ends the announcement; a repeated call changes nothing', async () => {
    const created = await link()
    for (const email of ['one@example.org', 'ONE@example.org', 'two@example.org'])
      await subscribeTo(daymark.visitor(), created.token, email)
    const { body } = await completeFirstLook(shared.owner, created)
    expect(body).toMatchObject({
      notified: 2,
      message: 'The gallery is complete. 2 emails are being sent.',
      share: { first_look: null },
    })
    expect((await completeFirstLook(shared.owner, created)).body).toMatchObject({
      notified: 0,
      message: 'The gallery is complete.',
    })
    expect((await gallery(created.token)).link.first_look).toBeNull()
    expect(code(await subscribeTo(daymark.visitor(), created.token, 'three@example.org'))).toEqual([
      409,
      'first_look_over',
    ])
    const mail = await mailbox.take('one@example.org')
    expect(mail.text).toContain('Summer')
    expect(mail.links.some(address => address.includes(`/share/${created.token}`))).toBe(true)
    await mailbox.take('two@example.org')
    for (const address of ['one@example.org', 'two@example.org', 'three@example.org'])
      expect(await mailsTo(address)).toEqual([])
    expect(await subscribersOf(shared.owner, created)).toEqual([])
  })

  it('rule 130 concurrent calls and subscriptions send each subscriber at most one mail', async () => {
    const created = await link()
    await subscribeTo(daymark.visitor(), created.token, 'early@example.org')
    const lateAddresses = Array.from({ length: 6 }, (_, n) => `late${n}@example.org`)
    const [left, done] = await Promise.all([
      Promise.all(lateAddresses.map(email => subscribeTo(daymark.visitor(), created.token, email))),
      Promise.all([1, 2, 3].map(() => completeFirstLook(shared.owner, created))),
    ])
    const subscribed = ['early@example.org', ...lateAddresses.filter((_, n) => left[n]?.status === 200)]
    expect(done.reduce((sum, { body }) => sum + body.notified, 0)).toBe(subscribed.length)
    for (const email of subscribed) await mailbox.take(email)
    for (const email of ['early@example.org', ...lateAddresses]) expect(await mailsTo(email)).toEqual([])
  })

  it('rule 130 a new first look has new subscribers', async () => {
    const created = await link()
    await subscribeTo(daymark.visitor(), created.token, 'round@example.org')
    await completeFirstLook(shared.owner, created)
    await mailbox.take('round@example.org')
    await shared.owner.patch(`/api/shares/${created.id}`, { first_look: {} })
    expect((await completeFirstLook(shared.owner, created)).body.notified).toBe(0)
    await shared.owner.patch(`/api/shares/${created.id}`, { first_look: {} })
    await subscribeTo(daymark.visitor(), created.token, 'round@example.org')
    expect((await completeFirstLook(shared.owner, created)).body.notified).toBe(1)
    await mailbox.take('round@example.org')
    expect(await mailsTo('round@example.org')).toEqual([])
  })

  it('rule 130 a closed link sends no mail and keeps its subscribers, as do disabled first looks and links in the trash', async () => {
    const created = await link()
    await subscribeTo(daymark.visitor(), created.token, 'patient@example.org')
    const path = `/api/shares/${created.id}`
    await shared.owner.post(`${path}/revoke`)
    expect(code(await completeFirstLook(shared.owner, created))).toEqual([409, 'conflict'])
    await shared.owner.post(`${path}/reinstate`)
    await shared.owner.patch(path, { expires_at: '2001-01-01' })
    expect(code(await completeFirstLook(shared.owner, created))).toEqual([409, 'conflict'])
    await shared.owner.patch(path, { expires_at: null, first_look: null })
    expect((await completeFirstLook(shared.owner, created)).body.notified).toBe(0)
    await shared.owner.delete(path)
    expect(code(await completeFirstLook(shared.owner, created))).toEqual([404, 'share_not_found'])
    await shared.owner.post('/api/trash/restore', { share_ids: [created.id] })
    await shared.owner.patch(path, { first_look: {} })
    expect(await mailsTo('patient@example.org')).toEqual([])
    expect((await completeFirstLook(shared.owner, created)).body.notified).toBe(1)
    await mailbox.take('patient@example.org')
  })

  it('rule 130 of more than a thousand mails a day is refused, and the subscribers are kept', async () => {
    const created = await link()
    for (const email of ['one-more@example.org', 'two-more@example.org'])
      await subscribeTo(daymark.visitor(), created.token, email)
    await recordSentMails(daymark, created, { kind: 'gallery_ready', count: 999 })
    // personal links have a separate limit
    await recordSentMails(daymark, created, { kind: 'personal_link', count: 300 })
    const refused = await completeFirstLook(shared.owner, created)
    expect(code(refused)).toEqual([409, 'conflict'])
    expect((await gallery(created.token)).link.first_look).not.toBeNull()
    await daymark.clock.advance(86_400_001)
    await shared.owner.post('/api/auth/login', { username: shared.owner.email, password: shared.owner.password })
    expect((await completeFirstLook(shared.owner, created)).body.notified).toBe(2)
    for (const email of ['one-more@example.org', 'two-more@example.org']) await mailbox.take(email)
  })

  it('rule 130 works through the API, and audit log and export contain it', async () => {
    const studio = await daymark.createUser({ tier: 'studio' })
    const { album } = await createSharedGallery(daymark, { owner: studio, count: 1 })
    const client = await createIntegrator(studio, ['read', 'share'])
    const first_look = { expected: '2031-05-01', note: '' }
    const created = (await client.post<http.v1.Share>('/v1/shares', { album_id: album.id, first_look })).body
    expect(created.first_look).toEqual(first_look)
    await subscribeTo(daymark.visitor(), created.token, 'program@example.org')
    const { bytes } = await studio.get('/api/export')
    expect(bytes.toString('latin1')).toContain('program@example.org')
    expect((await client.post(`/v1/shares/${created.id}/complete`)).body).toMatchObject({ success: true, notified: 1 })
    expect((await client.get<http.v1.Share>(`/v1/shares/${created.id}`)).body.first_look).toBeNull()
    await mailbox.take('program@example.org')
    await daymark.settle()
    const admin = await daymark.admin()
    const { entries } = (await admin.get<http.AuditPage>(`/api/admin/audit?actor=${studio.id}`)).body
    expect(entries[0]).toMatchObject({ action: 'link.completed', target: { id: created.id }, details: { notified: 1 } })
    expect(JSON.stringify(entries)).not.toContain('program@example.org')
  })
})

it('rule 129 rule 130 without a mail server subscriptions are not offered, and completion still works', async () => {
  const withoutMail = await startDaymark()
  try {
    const share = { first_look: {}, picks: {} }
    const { owner, link: created, token } = await createSharedGallery(withoutMail, { count: 1, share })
    expect(
      (await withoutMail.visitor().post(picksPath(token), { name: 'Anna', email: 'anna@example.org' })).status,
    ).toBe(201)
    expect((await owner.get<http.Share[]>('/api/shares')).body[0]?.waiting).toBe(0)
    expect((await withoutMail.visitor().get(firstLookPath(token))).body).toEqual({ by_mail: false })
    expect(code(await subscribeTo(withoutMail.visitor(), token))).toEqual([409, 'mail_off'])
    expect(code(await subscribeTo(withoutMail.visitor(), 'x'.repeat(22)))).toEqual([404, 'share_unavailable'])
    expect((await owner.get(`/api/shares/${created.id}/first-look`)).body).toEqual({ by_mail: false, waiting: [] })
    expect((await completeFirstLook(owner, created)).body).toMatchObject({ notified: 0, share: { first_look: null } })
  } finally {
    await withoutMail.stop()
  }
})

it('rule 131 the page of an album shows who picked in any of its links, and what', async () => {
  const { owner, album, images } = await createSharedGallery(daymark, { count: 3 })
  const [first, second, third] = images
  const [one, other] = [
    await createLink(owner, { album_id: album.id, picks: {} }),
    await createLink(owner, { album_id: album.id, picks: {} }),
  ]
  const picked = async (by = '') => (await owner.get<http.AlbumPicks>(`/api/albums/${album.id}/picks${by}`)).body
  expect(await picked('?by=anybody')).toEqual({ people: [], image_ids: [] })
  await sendList(daymark.visitor(), one.token, [pickOf(first, 'picked'), pickOf(second, 'rejected')])
  const ben = daymark.visitor()
  await ben.post(picksPath(other.token), { name: 'Ben' })
  await ben.post(picksPath(other.token, '/changes'), { changes: [pickOf(first, 'picked'), pickOf(third, 'picked')] })
  const { people, image_ids } = await picked()
  expect([people.map(({ name, picked: count }) => [name, count]), image_ids]).toEqual([
    [
      ['Anna', 1],
      ['Ben', 2],
    ],
    [],
  ])
  expect((await picked('?by=anybody')).image_ids.toSorted()).toEqual([first?.id, third?.id].toSorted())
  expect((await picked(`?by=${people[0]?.list_id}`)).image_ids).toEqual([first?.id])
  expect((await picked('?by=x')).image_ids).toEqual([])
  await owner.delete(`/api/albums/${album.id}/images/${third?.id}`)
  await daymark.settle()
  expect((await picked('?by=anybody')).image_ids).toEqual([first?.id])
  await owner.patch(`/api/shares/${one.id}`, { picks: null })
  expect((await picked()).people.map(({ name }) => name)).toEqual(['Ben'])
})
