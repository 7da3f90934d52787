import { type http, type Route, routes, v1 } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { openEventStream } from '../../support/event-stream.ts'
import { createAlbum, uploadPhotos } from '../../support/photos.ts'
import { picture } from '../../support/shared-gallery.ts'

const MINUTE_MS = 60_000

const daymark = setUpDaymark()
let admin: Visitor
beforeAll(async () => void (admin = await daymark.admin()))

const inMinutes = (minutes: number) => new Date(daymark.clock.now().getTime() + minutes * MINUTE_MS).toISOString()
const announce = (body: object) =>
  admin.post<http.Announcement & http.ErrorAnswer>('/api/admin/announcements', body as never)
const noticesOf = async (user: Visitor) => (await user.get<http.Notices>('/api/notices')).body
/** The gateway receives the change over the bus. */
const untilSeen = (user: Visitor, texts: string[]) =>
  pollUntil(`announcements: ${texts.join(', ')}`, async () => {
    const { announcements } = await noticesOf(user)
    return JSON.stringify(announcements.map(({ text }) => text).toSorted()) === JSON.stringify(texts.toSorted())
  })

describe('announcements', () => {
  it('are visible to every signed-in user', async () => {
    const [anonymous, ...others] = [
      daymark.visitor(),
      await daymark.createUser(),
      await daymark.createUser({ role: 'admin' }),
    ]
    expect((await anonymous.get('/api/notices')).status).toBe(401)
    const nothing = { announcements: [], maintenance: { on: false, message: null, since: null } }
    for (const user of others) expect(await noticesOf(user)).toEqual(nothing)
  })

  it('are shown from start to end, and open pages are notified', async () => {
    const user = await daymark.createUser()
    const page = await openEventStream(daymark.url, user)
    const created = await announce({ text: 'New: galleries on your own domain', starts_at: null })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ kind: 'info', text: 'New: galleries on your own domain', ends_at: null })
    await untilSeen(user, ['New: galleries on your own domain'])
    await page.until(changes => changes.some(({ type }) => type === 'notices.changed'))
    page.stop()

    const scheduled = { text: 'Maintenance tonight', kind: 'warning', starts_at: inMinutes(10), ends_at: inMinutes(20) }
    expect((await announce(scheduled)).body).toMatchObject(scheduled)
    const listed = await admin.get<{ announcements: http.Announcement[] }>('/api/admin/announcements')
    expect(listed.body.announcements.map(({ text }) => text)).toEqual([created.body.text, scheduled.text])
    await untilSeen(user, [created.body.text])
    await daymark.clock.advance(11 * MINUTE_MS)
    await untilSeen(user, [created.body.text, scheduled.text])
    await daymark.clock.advance(10 * MINUTE_MS)
    await untilSeen(user, [created.body.text])

    expect((await admin.delete(`/api/admin/announcements/${created.body.id}`)).status).toBe(200)
    await untilSeen(user, [])
    const secondDelete = await admin.delete<http.ErrorAnswer>(`/api/admin/announcements/${created.body.id}`)
    expect([secondDelete.status, secondDelete.body.code]).toEqual([404, 'not_found'])
  })

  it.each([
    ['nothing said', { text: '' }],
    ['more than fits', { text: 'a'.repeat(501) }],
    ['a time that is none', { text: 'a', starts_at: 'tomorrow' }],
    ['an end before the beginning', { text: 'a', starts_at: '2031-01-02', ends_at: '2031-01-01' }],
    ['an end that is past', { text: 'a', ends_at: '2020-01-01' }],
  ])('with %s are rejected', async (_, body) => {
    expect((await announce(body)).status).toBe(400)
  })
})

describe('maintenance', () => {
  const setMaintenance = async (on: boolean, message: string | null = null) => {
    const { status, body } = await admin.post<http.Maintenance>('/api/admin/maintenance', { on, message })
    expect([status, body.on, body.message]).toEqual([200, on, message])
  }
  afterEach(async () => setMaintenance(false))

  it('rejects writes with Retry-After and the reason; reading, galleries and signing in work', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const [photo] = await uploadPhotos(daymark, owner, 1)
    const album = await createAlbum(owner, 'Before', photo && [photo])
    const link = { album_id: album.id, allow_downloads: true, password: 'open sesame' }
    const { body: share } = await owner.post<http.Share>('/api/shares', link)
    const { body: token } = await owner.post<{ token: string }>('/v1/tokens', { name: 'a', scopes: ['write'] })
    await daymark.settle()
    await setMaintenance(true, 'We move to a larger disk.')

    const bytes = await picture(7)
    const client = daymark.visitor({ authorization: `Bearer ${token.token}` })
    const refused = [
      await owner.post<http.ErrorAnswer>('/api/albums', { title: 'Now' }),
      await owner.upload<http.ErrorAnswer>('/api/images', { name: 'a.jpg', bytes }),
      await client.upload<http.ErrorAnswer>('/v1/images', { name: 'a.jpg', bytes }),
      await client.post<http.ErrorAnswer>('/v1/albums', { title: 'Now' }),
      await owner.delete<http.ErrorAnswer>(`/api/images/${photo?.id}`),
      await owner.patch<http.ErrorAnswer>(`/api/albums/${album.id}`, { title: 'Now' }),
    ]
    for (const { status, headers, body } of refused)
      expect([status, headers.get('retry-after'), body.code, body.message]).toEqual([
        503,
        '15',
        'maintenance',
        'We move to a larger disk.',
      ])

    expect((await owner.get('/api/images')).status).toBe(200)
    expect((await noticesOf(owner)).maintenance).toMatchObject({ on: true, message: 'We move to a larger disk.' })
    const visitor = daymark.visitor()
    const place = `/api/shares/public/${share.token}`
    expect((await visitor.post(`${place}/unlock`, { password: 'open sesame' })).status).toBe(200)
    expect((await visitor.get(place)).status).toBe(200)
    const track = { token: share.token, event_type: 'photo_view', event_data: { image_id: photo?.id } }
    expect((await visitor.post('/api/shares/track', track)).status).toBe(204)
    expect((await visitor.get(`${place}/download`)).status).toBe(200)
    expect((await visitor.post('/api/billing/webhook', {})).status).not.toBe(503)
    const { status } = await visitor.post('/api/auth/login', { username: owner.email, password: owner.password })
    expect(status).toBe(200)
    expect((await visitor.post('/api/auth/logout')).status).toBe(200)

    await setMaintenance(false)
    expect((await owner.post('/api/albums', { title: 'Now' })).status).toBe(201)
    expect((await owner.upload('/api/images', { name: 'a.jpg', bytes })).status).toBe(201)
  })

  it('keeps its start when it is turned on twice, and the last message', async () => {
    await setMaintenance(true)
    const { since } = (await noticesOf(admin)).maintenance
    await setMaintenance(true, 'Almost done.')
    expect((await noticesOf(admin)).maintenance).toEqual({ on: true, message: 'Almost done.', since })
  })

  it('allows only the writes that its contract lists', () => {
    const all: Route[] = [...Object.values(routes), ...Object.values(v1)]
    const allowedRoutes = all.filter(({ method, duringMaintenance }) => method !== 'GET' && duringMaintenance)
    const outside = allowedRoutes
      .filter(({ auth }) => auth !== 'super_admin')
      .map(({ method, path }) => `${method} ${path}`)
    expect(outside.toSorted()).toEqual([
      'POST /api/auth/keep-account',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/passkey',
      'POST /api/auth/passkey/options',
      'POST /api/auth/second-step',
      'POST /api/billing/webhook',
      'POST /api/images/known',
      'POST /api/shares/preflight',
      'POST /api/shares/public/:token/downloads',
      'POST /api/shares/public/:token/news/seen',
      'POST /api/shares/public/:token/unlock',
      'POST /api/shares/public/:token/visitor/leave',
      'POST /api/shares/public/:token/visitor/open',
      'POST /api/shares/track',
      'POST /api/upload-links/public/:token/unlock',
      'POST /v1/images/known',
    ])
    const administration = all.filter(({ auth, method }) => auth === 'super_admin' && method !== 'GET')
    expect(administration.filter(({ duringMaintenance }) => !duringMaintenance)).toEqual([])
  })
})
