import { rmSync } from 'node:fs'
import { archive, type ArchivedRow, type http, MAX_LISTED_GALLERIES, system } from '@daymark/contracts'
import { type TestDns, testDns } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { domainEnv, smallWebApp, TARGET } from '../../support/domains.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'
import { withinASecond } from '../../support/waiting.ts'

type Size = { id: string; width: number | null; height: number | null }
const SETTINGS = '/api/settings/studio-page'
const NAME = 'ada-berg'
const web = smallWebApp()
let dns: TestDns
let owner: SignedInUser
let shared: Awaited<ReturnType<typeof createSharedGallery>>
beforeAll(async () => void (dns = await testDns()))
const daymark = setUpDaymark(() => ({ env: { ...domainEnv(dns), ...UNLIMITED, DAYMARK_WEB_DIR: web } }))
beforeAll(async () => {
  owner = await daymark.createUser({ tier: 'studio', displayName: 'Ada Berg' })
  shared = await createSharedGallery(daymark, { owner, count: 2, title: 'Summer' })
})
afterAll(async () => {
  await dns.stop()
  rmSync(web, { recursive: true })
})

const save = (body: object, visitor = owner) => visitor.patch<http.StudioPageSettings>(SETTINGS, { ...body })
const settings = async (visitor = owner) => (await visitor.get<http.StudioPageSettings>(SETTINGS)).body
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const pageAt = (name = NAME) => daymark.visitor().get<http.PublicStudioPage>(`/api/studio-page?name=${name}`)
const listedTitles = async () => (await pageAt()).body.galleries.map(({ title }) => title)
const html = async (name = NAME) => {
  const { bytes, headers, status } = await daymark.visitor().get(`/studio/${name}`)
  return { html: bytes.toString(), hidden: headers.get('x-robots-tag') === 'noindex', headers, status }
}
/** Creates another link to the same photos in its own album. */
async function gallery(title: string, share: object = {}) {
  const album = await createAlbum(owner, title, shared.images)
  return createLink(owner, { album_id: album.id, ...share })
}
const untilShown = (titles: string[]) =>
  withinASecond(`${titles.join()} are shown`, async () => (await listedTitles()).join() === titles.join())

describe('the studio page', () => {
  it('rule 156 is disabled and not found at first, and requires an address', async () => {
    expect(await settings()).toEqual({
      enabled: false,
      name: null,
      title: '',
      default_title: 'Ada Berg',
      text: '',
      allow_indexing: false,
      url: null,
      shares: [],
    })
    expect(code(await pageAt())).toEqual([404, 'studio_page_not_found'])
    expect(code(await save({ enabled: true }))).toEqual([400, 'invalid_input'])
    expect((await settings()).enabled).toBe(false)
    expect((await save({ name: 'Ada-Berg' })).body).toMatchObject({
      name: NAME,
      url: `http://${TARGET}/studio/${NAME}`,
    })
    expect((await pageAt()).status).toBe(404)
    expect((await save({ enabled: true })).body).toMatchObject({ enabled: true })
    expect(await pageAt()).toMatchObject({ status: 200, body: { title: 'Ada Berg', text: '', galleries: [] } })
    await daymark.settle()
    const audit = await (await daymark.admin()).get<http.AuditPage>('/api/admin/audit?action=studio-page.opened')
    expect(audit.body.entries).toMatchObject([{ actor: { name: owner.email } }])
  })

  it('rule 156 lists the chosen links in the order of the owner, the newest choice first', async () => {
    const winter = await gallery('Winter')
    expect(winter.listed).toBe(false)
    expect(await listedTitles()).toEqual([])
    await owner.patch(`/api/shares/${shared.link.id}`, { listed: true })
    expect((await owner.patch<http.Share>(`/api/shares/${winter.id}`, { listed: true })).body.listed).toBe(true)
    await gallery('Spring', { listed: true })
    await untilShown(['Spring', 'Winter', 'Summer'])
    const { shares } = await settings()
    const share_ids = [shared.link.id, winter.id]
    const stored = (await save({ share_ids })).body.shares
    expect([shares.length, stored.map(share => [share.share_id, share.state])]).toEqual([
      3,
      share_ids.map(id => [id, 'open']),
    ])
    expect(await listedTitles()).toEqual(['Summer', 'Winter'])
    await owner.patch(`/api/shares/${winter.id}`, { listed: false })
    expect(await listedTitles()).toEqual(['Summer'])
  })

  it('rule 156 rejects links of other accounts and too many links, and applies a change completely or not at all', async () => {
    const other = await daymark.createUser({ tier: 'studio' })
    const foreignLink = await createLink(other, { album_id: (await createAlbum(other, 'Theirs', [])).id })
    const before = await settings()
    for (const id of [foreignLink.id, 'x', '0'.repeat(36)])
      expect(code(await save({ title: 'Taken', share_ids: [id, shared.link.id] }))).toEqual([404, 'share_not_found'])
    expect((await save({ share_ids: Array(MAX_LISTED_GALLERIES + 1).fill(shared.link.id) })).status).toBe(400)
    expect(code(await other.patch(`/api/shares/${shared.link.id}`, { listed: false }))).toEqual([
      404,
      'share_not_found',
    ])
    expect(await settings()).toEqual(before)
    expect(await settings(other)).toMatchObject({ enabled: false, name: null, shares: [] })
  })

  it('rule 157 an address is reserved permanently, redirects after a change, and is no reserved word', async () => {
    const other = await daymark.createUser()
    expect(code(await save({ name: NAME }, other))).toEqual([409, 'slug_taken'])
    for (const name of ['login', 'a', 'no spaces', 'x'.repeat(61)])
      expect((await save({ name }, other)).status).toBe(400)
    await save({ name: 'ada-new' })
    const { status, headers } = await html()
    expect([status, headers.get('location')]).toEqual([302, '/studio/ada-new'])
    expect((await pageAt()).status).toBe(200)
    expect(code(await save({ name: NAME }, other))).toEqual([409, 'slug_taken'])
    expect((await save({ name: NAME })).body.name).toBe(NAME)
    expect((await html()).status).toBe(200)
    for (let n = 3; n <= 20; n++) expect((await save({ name: `ada-${n}` })).status).toBe(200)
    expect(code(await save({ name: 'one-too-many' }))).toEqual([400, 'invalid_input'])
    expect((await save({ name: NAME })).body.name).toBe(NAME)
  })
})

describe('restored from a backup', () => {
  async function archived(userId: string, after: string | null = null): Promise<ArchivedRow[]> {
    const page = await daymark.rpc.call(archive.sharing.exportAccount, { userId, after }, system)
    return page.after === null ? page.rows : [...page.rows, ...(await archived(userId, page.after))]
  }
  const names = async (visitor: SignedInUser) =>
    daymark
      .db('sharing')
      .sql('SELECT name, is_current FROM studio_page_names WHERE owner_id = $1 ORDER BY name', [visitor.id])

  it('rule 157 if its last address is taken it uses an earlier one, and old addresses redirect', async () => {
    const user = await daymark.createUser()
    for (const name of ['clara-first', 'clara-middle', 'clara-last']) await save({ name, enabled: true }, user)
    const rows = await archived(user.id)
    const sql = (text: string) => daymark.db('sharing').sql(text, [user.id])
    const bring = async () => {
      await daymark.rpc.call(archive.sharing.importAccount, { userId: user.id, rows }, system)
      await daymark.rpc.call(archive.sharing.finishImport, { userId: user.id }, system)
    }
    await sql('DELETE FROM studio_page_names WHERE owner_id = $1')
    await save({ name: 'clara-last' }, await daymark.createUser())
    await bring()
    expect([(await html('clara-first')).status, await names(user)]).toEqual([
      200,
      [
        { name: 'clara-first', is_current: true },
        { name: 'clara-middle', is_current: false },
      ],
    ])
    // an account has one address, so the address in the backup becomes an earlier one
    await daymark.db('sharing').sql("DELETE FROM studio_page_names WHERE name = 'clara-last'")
    await bring()
    const { status, headers } = await html('clara-last')
    expect([status, headers.get('location')]).toEqual([302, '/studio/clara-first'])
    // the page may be missing while the restore is running
    await sql('UPDATE studio_page_names SET is_current = false WHERE owner_id = $1')
    expect((await html('Clara-Middle')).status).toBe(200)
  })
})

describe('what a visitor sees of the studio page', () => {
  it('rule 158 a gallery with its cover, by the rights of its link', async () => {
    const { body, headers } = await pageAt()
    const { width, height, placeholder } = shared.image
    expect(body.galleries).toEqual([
      {
        title: 'Summer',
        url: `/share/${shared.token}`,
        locked: false,
        shared_at: shared.link.created_at,
        cover: {
          url: expect.stringMatching(new RegExp(`^/media/share/lg/[^?]+\\?token=${shared.token}$`)),
          width,
          height,
          placeholder,
          x: 50,
          y: 50,
        },
      },
    ])
    expect((await daymark.visitor().get(body.galleries[0]?.cover?.url ?? '')).status).toBe(200)
    // an unchanged page answers 304
    const again = daymark.visitor({ 'if-none-match': `${headers.get('etag')}` })
    expect((await again.get(`/api/studio-page?name=${NAME}`)).status).toBe(304)
    const [, second] = shared.images as [http.Image, http.Image]
    const chosen = { title: 'High Summer', cover_image_id: second.id, cover_x: 20 }
    await owner.patch(`/api/albums/${shared.album.id}`, chosen)
    await untilShown(['High Summer'])
    expect((await pageAt()).body.galleries).toMatchObject([{ cover: { width: second.width, x: 20 } }])
    // the page does not count as a visit
    await daymark.settle()
    expect((await owner.get<http.Share[]>('/api/shares')).body.every(share => share.view_count === 0)).toBe(true)
  })

  it('rule 17 rule 158 a strip is the cover of a gallery only if it was chosen', async () => {
    const [first, second] = shared.images as [http.Image, http.Image]
    const sizes = await daymark
      .db('sharing')
      .sql<Size>('SELECT id, width, height FROM photos WHERE id = ANY($1::uuid[])', [[first.id, second.id]])
    const resize = (id: string, width: number | null, height: number | null) =>
      daymark.db('sharing').sql('UPDATE photos SET width = $2, height = $3 WHERE id = $1', [id, width, height])
    await resize(first.id, 12_000, 600)
    await resize(second.id, 1080, 15_000)
    const user = await gallery('Strips', { listed: true })
    await untilShown(['Strips', 'High Summer'])
    const covers = async () =>
      (await pageAt()).body.galleries.map(({ locked, cover }) => [locked, cover?.height ?? null])
    // The second photo is the cover of the other album above.
    expect(await covers()).toEqual([
      [false, null],
      [false, 15_000],
    ])
    for (const { id, width, height } of sizes) await resize(id, width, height)
    await owner.patch(`/api/shares/${user.id}`, { listed: false })
    await untilShown(['High Summer'])
  })

  it('rule 159 of a locked gallery only the title: no cover, count, date or token', async () => {
    const locked = await gallery('Secret Wedding', { password: 'open sesame', slug: 'secret-wedding', listed: true })
    await untilShown(['Secret Wedding', 'High Summer'])
    const [first] = (await pageAt()).body.galleries
    expect(first).toEqual({
      title: 'Secret Wedding',
      url: '/share/secret-wedding',
      locked: true,
      shared_at: null,
      cover: null,
    })
    for (const text of [JSON.stringify((await pageAt()).body), (await html()).html])
      expect(text).not.toContain(locked.token)
    // neither at the addresses of open galleries
    const [, open] = (await pageAt()).body.galleries
    for (const token of [locked.token, 'secret-wedding']) {
      const cover = open?.cover?.url.replace(shared.token, token) ?? ''
      expect((await daymark.visitor().get(cover)).status).toBe(401)
      expect((await daymark.visitor().get(`/media/share/card.jpg?token=${token}`)).status).toBe(401)
    }
    // a password locks the gallery at once and changes the picture of the page
    expect((await html()).html).toContain(`card.jpg?token=${shared.token}`)
    await owner.patch(`/api/shares/${shared.link.id}`, { password: 'another one' })
    expect((await pageAt()).body.galleries.map(gallery => gallery.cover)).toEqual([null, null])
    expect((await html()).html).not.toMatch(/card\.jpg|media\/share/)
    await owner.patch(`/api/shares/${shared.link.id}`, { password: null })
    await owner.patch(`/api/shares/${locked.id}`, { listed: false })
  })

  it('rule 159 expired, deleted and empty galleries are removed at once and return unchanged', async () => {
    const [early, expired] = [await gallery('Early', { listed: true }), await gallery('Late', { listed: true })]
    const empty = await createLink(owner, { album_id: (await createAlbum(owner, 'Empty', [])).id, listed: true })
    await untilShown(['Late', 'Early', 'High Summer'])
    expect((await settings()).shares[0]).toMatchObject({ share_id: empty.id, state: 'empty', thumbnail_url: null })
    await owner.post(`/api/shares/${early.id}/revoke`)
    expect(await listedTitles()).toEqual(['Late', 'High Summer'])
    await owner.post(`/api/shares/${early.id}/reinstate`)
    await untilShown(['Late', 'Early', 'High Summer'])
    await owner.delete(`/api/shares/${expired.id}`)
    expect(await listedTitles()).toEqual(['Early', 'High Summer'])
    await owner.post('/api/trash/restore', { share_ids: [expired.id] })
    await untilShown(['Late', 'Early', 'High Summer'])
    // by time alone
    await owner.patch(`/api/shares/${early.id}`, {
      expires_at: new Date(daymark.clock.now().getTime() + 60_000).toISOString(),
    })
    await untilShown(['Late', 'Early', 'High Summer'])
    await daymark.clock.advance(61_000)
    await untilShown(['Late', 'High Summer'])
    await owner.delete(`/api/albums/${expired.album_id}`)
    await untilShown(['High Summer'])
  })

  it('rule 159 a gateway that received a change late does not show the earlier version again', async () => {
    const place = (to: string) => daymark.db('sharing').sql(`UPDATE links SET studio_position = ${to}`)
    const stored = await daymark
      .db('sharing')
      .sql<{ id: string; at: number }>('SELECT id, studio_position AS at FROM links')
    // The page contains its first screen, so the gateway has this version in its cache.
    await save({ text: 'Soon' })
    await html()
    await place('NULL')
    await untilShown([])
    for (const { id, at } of stored)
      await daymark.db('sharing').sql('UPDATE links SET studio_position = $2 WHERE id = $1', [id, at])
    await untilShown(['High Summer'])
  })

  it('rule 158 its meta tags have name, text and picture, and search engines may index it only if the owner allows it', async () => {
    const text = 'Weddings <b>&</b> families'
    await save({ title: '$& "Berg"', text })
    const { html: page, hidden } = await html()
    expect(hidden).toBe(true)
    for (const tag of [
      '<title>$&amp; &quot;Berg&quot; · Daymark</title>',
      '<meta name="description" content="Weddings &lt;b&gt;&amp;&lt;/b&gt; families" />',
      '<meta name="robots" content="noindex" />',
      `<meta property="og:url" content="http://${TARGET}/studio/${NAME}" />`,
      `/media/share/card.jpg?token=${shared.token}&v=`,
    ])
      expect(page.replaceAll('&amp;v=', '&v=')).toContain(tag)
    await save({ allow_indexing: true, title: '' })
    const open = await html()
    expect([open.hidden, open.html.includes('noindex')]).toEqual([false, false])
    expect(open.html).toContain('<title>Ada Berg · Daymark</title>')
    // an unknown page contains no data
    expect(await html('unknown-page')).toMatchObject({
      hidden: true,
      html: expect.stringContaining('<title>Daymark<'),
    })
  })

  it('rule 158 rule 71 a studio with white label has its name and logo on the page', async () => {
    await owner.patch('/api/settings/studio', { name: 'Berg & Co', accent: '#663399' })
    expect((await pageAt()).body.title).toBe('Berg & Co')
    const { html: page } = await html()
    expect(page).toContain('<title>Berg &amp; Co</title>')
    expect(page.replaceAll('daymark-', '')).not.toMatch(/daymark(?!\.test)/i)
  })
})

it('rule 160 the API reads and changes it through /v1', async () => {
  const user = await daymark.createUser({ tier: 'studio' })
  const link = await createLink(user, { album_id: (await createAlbum(user, 'Theirs', [])).id })
  const reader = await createIntegrator(user, ['read'])
  const client = await createIntegrator(user, ['share'])
  expect((await reader.get('/v1/studio-page')).body).toEqual({
    enabled: false,
    url: null,
    name: null,
    title: '',
    text: '',
    allow_indexing: false,
    share_ids: [],
  })
  expect(code(await reader.patch('/v1/studio-page', { enabled: true }))).toEqual([403, 'scope_needed'])
  const body = { enabled: true, name: 'by-program', title: 'Theirs', share_ids: [link.id] }
  expect((await client.patch('/v1/studio-page', body)).body).toMatchObject({
    ...{ ...body, url: `http://${TARGET}/studio/by-program` },
  })
  expect(code(await client.patch('/v1/studio-page', { share_ids: [shared.link.id] }))).toEqual([404, 'share_not_found'])
})
