import { rmSync } from 'node:fs'
import { type http, routes } from '@daymark/contracts'
import { pollUntil, type TestDns, testDns } from '@daymark/testing/outside'
import { domainEnv, smallWebApp, connectDomain, TARGET } from '../support/domains.ts'
import { type SignedInUser, setUpDaymark } from '../support/daymark.ts'
import { bodyForAnyRoute } from '../support/visitor-actions.ts'
import { linkPaths, mediaPath, createLink, createSharedGallery, stem } from '../support/shared-gallery.ts'
import { withinASecond } from '../support/waiting.ts'
import { send } from '../attack/support/raw.ts'

type Gallery = Awaited<ReturnType<typeof createSharedGallery>>
const HOST = 'photos.ada.test'
const web = smallWebApp()
let dns: TestDns
let ada: SignedInUser
let adasGallery: Gallery
let other: Gallery
beforeAll(async () => void (dns = await testDns()))
const daymark = setUpDaymark(() => ({ env: { ...domainEnv(dns), DAYMARK_WEB_DIR: web } }))
beforeAll(async () => {
  adasGallery = await createSharedGallery(daymark, { count: 1, share: { slug: 'her-wedding' } })
  other = await createSharedGallery(daymark, { count: 1, title: 'Not hers', share: { slug: 'other-wedding' } })
  ada = adasGallery.owner
  await connectDomain(ada, dns, HOST)
})
afterAll(async () => {
  await dns.stop()
  rmSync(web, { recursive: true })
})

type Headers = Record<string, string | string[]>
/** Sends one request exactly as written. */
function request(method: string, path: string, headers: Headers = {}, body?: object) {
  const text = body ? JSON.stringify(body) : ''
  const bodyHeaders: Headers =
    method === 'GET' ? {} : { 'Content-Type': 'application/json', 'Content-Length': `${text.length}` }
  const all = Object.entries({ Host: HOST, Connection: 'close', ...bodyHeaders, ...headers })
  const lines = all.flatMap(([name, values]) => [values].flat().map(value => `${name}: ${value}\r\n`))
  return send(daymark.url, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}
const statusOf = async (path: string, headers: Headers = {}, method = 'GET') =>
  (await request(method, path, headers)).status
const statuses = (paths: string[], headers: Headers = {}) => Promise.all(paths.map(path => statusOf(path, headers)))
const settings = async (who = ada) => (await who.get<http.DomainSettings>('/api/settings/domain')).body
/** Waits until the domain answers nothing of its owner, for at most a second. */
async function untilClosed(change: () => Promise<unknown>) {
  await change()
  await withinASecond(
    'the domain serves no gallery',
    async () => (await statusOf(`/api/shares/public/${adasGallery.token}`)) !== 200,
  )
}

describe('a gallery on the domain of its owner', () => {
  it('rule 70 is complete: page, data, pictures, downloads and ZIP, by token and by readable address', async () => {
    for (const address of [adasGallery.token, 'her-wedding'])
      expect(await statuses([`/share/${address}`, ...linkPaths(address, adasGallery.image.filename)])).toEqual(
        Array(7).fill(200),
      )
    expect(await statuses(['/assets/index-abc.js', '/favicon.svg', '/robots.txt'])).toEqual([200, 200, 200])
    const icon = await request('GET', '/favicon.ico')
    expect([icon.status, icon.headers]).toEqual([204, expect.stringMatching(/resource-policy: cross-origin/i)])
    expect(await statuses([`/media/share/card.jpg?token=${adasGallery.token}`])).toEqual([200])
    expect((await request('HEAD', `/share/${adasGallery.token}`)).status).toBe(200)
  })

  it('rule 70 accepts its password and counts visits, but ignores the session of the owner', async () => {
    const { token, id } = await createLink(ada, { album_id: adasGallery.album.id, password: 'puffin' })
    const address = `/api/shares/public/${token}`
    expect(await statusOf(address)).toBe(401)
    const unlocked = await request('POST', `${address}/unlock`, {}, { password: 'puffin' })
    const Cookie = /set-cookie: (daymark_gallery_[^;]+)/i.exec(unlocked.headers)?.[1] ?? ''
    const shown = await request('GET', address, { Cookie: `daymark_session=x; ${Cookie}` })
    expect([unlocked.status, shown.status]).toEqual([200, 200])
    expect(shown.headers).not.toMatch(/session/)
    const visitor = /set-cookie: (daymark_visitor_[^;]+)/i.exec(shown.headers)?.[1] ?? ''
    const seen = { token, event_type: 'photo_view' }
    expect((await request('POST', '/api/shares/track', { Cookie: `${Cookie}; ${visitor}` }, seen)).status).toBe(204)
    const open = await createLink(ada, { album_id: adasGallery.album.id })
    await request('GET', `/api/shares/public/${open.token}`, { Cookie: ada.cookieHeader() })
    const links = (await ada.get<http.Share[]>('/api/shares')).body
    const views = (of: string) => links.find(one => one.id === of)?.view_count
    expect([views(id), views(open.id)]).toEqual([1, 1])
  })

  it('rule 70 links and cards use the domain, and links on the main address continue to work', async () => {
    const [link] = (await ada.get<http.Share[]>(`/api/shares?album_id=${adasGallery.album.id}`)).body
    expect(link?.url.startsWith(`http://${HOST}/share/`)).toBe(true)
    for (const host of [HOST, TARGET]) {
      const { body } = await request('GET', '/share/her-wedding', { Host: host })
      expect(body).toContain(`property="og:url" content="http://${HOST}/share/her-wedding"`)
      expect(body).toContain(`content="http://${HOST}/media/share/card.jpg?`)
    }
    const foreignLink = (await other.owner.get<http.Share[]>('/api/shares')).body[0]
    expect(foreignLink?.url).toBe(`http://${TARGET}/share/other-wedding`)
    const galleryPaths = linkPaths(adasGallery.token, adasGallery.image.filename)
    expect(await statuses(galleryPaths, { Host: TARGET })).toEqual(Array(6).fill(200))
  })

  it('rule 70 ends within a second when the plan ends or the domain is removed, and returns with the plan', async () => {
    const tier = (name: string) => ada.post('/api/subscription/update-tier', { tier: name })
    await untilClosed(() => tier('starter'))
    expect(await statuses(['/', '/api/version', '/sign-in', `/share/${adasGallery.token}`])).toEqual(Array(4).fill(404))
    expect(await settings()).toMatchObject({ available: true, domain: { host: HOST, serves: false } })
    expect(await ada.post('/api/settings/domain', { host: 'x.test' })).toMatchObject({
      status: 403,
      body: { code: 'plan_required' },
    })
    expect((await ada.get<http.Share[]>('/api/shares')).body[0]?.url).toContain(TARGET)
    await tier('advanced')
    await daymark.settle()
    expect(await statusOf(`/api/shares/public/${adasGallery.token}`)).toBe(200)
    await untilClosed(() => ada.delete('/api/settings/domain'))
    expect((await settings()).domain).toBeNull()
    expect(await statuses(['/', '/api/version', `/share/${adasGallery.token}`])).toEqual(Array(3).fill(404))
    await connectDomain(ada, dns, HOST)
    expect(await statusOf(`/api/shares/public/${adasGallery.token}`)).toBe(200)
  })

  it('rule 75 answers nothing while the owner is suspended, and everything afterwards', async () => {
    const admin = await daymark.admin()
    const pages = [
      `/share/${adasGallery.token}`,
      '/share/her-wedding',
      ...linkPaths(adasGallery.token, adasGallery.image.filename),
    ]
    await untilClosed(() => admin.post(`/api/admin/users/${ada.id}/suspend`, {}))
    const all = ['/', '/robots.txt', '/api/version', `/media/share/card.jpg?token=${adasGallery.token}`, ...pages]
    await pollUntil('the domain answers nothing', async () => (await statuses(all)).every(one => one === 404))
    await admin.post(`/api/admin/users/${ada.id}/reactivate`, {})
    await pollUntil('the domain answers again', async () => (await statuses(pages)).every(one => one === 200))
    expect((await ada.post('/api/auth/login', { username: ada.email, password: ada.password })).status).toBe(200)
  })

  it('rule 70 certificates are allowed for served hosts only', async () => {
    const hosts = ['photos.ada.test', 'Photos.ada.test', 'unknown.test', TARGET, '127.0.0.1', '']
    const answers = await Promise.all(hosts.map(domain => daymark.ops('gateway', '/domains/ask', `domain=${domain}`)))
    expect(answers).toEqual([200, 404, 404, 404, 404, 404])
  })
})

/** Spellings of the same host. */
const SPELLINGS = [HOST, HOST.toUpperCase(), `${HOST}.`, `${HOST}:443`, `${HOST}:8080`, `${HOST}.:80`]
/** Every call with ids of existing resources. */
const pathOf = (path: string, { token, album, image, link }: Gallery) =>
  path
    .replace(':token', token)
    .replace(':size', 'md')
    .replace(':file', `${stem(image.filename)}.jpg`)
    .replace(':id', path.includes('shares') ? link.id : path.includes('images') ? image.id : album.id)
    .replace(/:\w+/, 'x') + (path.startsWith('/media/share') ? `?token=${token}` : '')
const calls = Object.values(routes)

describe('on a custom domain', () => {
  it.each(calls.filter(({ auth }) => auth !== 'share').map(({ method, path }) => `${method} ${path}`))(
    'rule 70 there is no %s, even for a signed-in user',
    async call => {
      const [method = '', path = ''] = call.split(' ')
      const headers = { Cookie: `${ada.cookieHeader()}; ${(await daymark.admin()).cookieHeader()}` }
      expect(await statusOf(pathOf(path, adasGallery), headers, method)).toBe(404)
    },
  )

  // independent of ids: logo, studio page, signed links of mails (brands, sharing); upload links: domain-visitors
  const otherHosts = /logo\.png$|^\/api\/studio-page$|upload-links|gallery-mails/
  const ofLinks = calls.filter(({ auth, path }) => auth === 'share' && !otherHosts.test(path))
  it.each(ofLinks.map(({ method, path }) => `${method} ${path}`))(
    'rule 70 %s answers for links of the owner only',
    async call => {
      const [method = '', path = ''] = call.split(' ')
      const statusFor = async (gallery: Gallery) => {
        const answer = await request(
          method,
          pathOf(path, gallery),
          {},
          method === 'POST' ? bodyForAnyRoute(gallery) : undefined,
        )
        return /s_off|pick_list_not_found|visitor_unknown|first_look_over/.test(answer.body) ? 200 : answer.status
      }
      const views = async () => (await other.owner.get<http.Share[]>('/api/shares')).body[0]?.view_count
      const before = await views()
      const [own, foreign] = [await statusFor(adasGallery), await statusFor(other)]
      // an unprotected gallery accepts no password; uncounted events are answered like counted ones (rule 42)
      expect([own, foreign]).toEqual(path.endsWith('track') ? [204, 204] : [200, 404])
      expect(await views()).toBe(before)
    },
  )

  it('rule 70 a link of another user is answered like an unknown one at every address', async () => {
    const unknown = '0'.repeat(22)
    for (const address of [other.token, 'other-wedding', 'OTHER-wedding'])
      expect(await statuses(linkPaths(address, other.image.filename))).toEqual(Array(6).fill(404))
    const page = async (address: string) => (await request('GET', `/share/${address}`)).body.replaceAll(address, 'it')
    expect(await page(other.token)).toBe(await page(unknown))
    await other.owner.patch(`/api/shares/${other.link.id}`, { slug: 'other-name' })
    await daymark.settle()
    expect((await request('GET', '/share/other-wedding')).headers).not.toMatch(/location/i)
    expect((await request('GET', '/share/other-wedding', { Host: TARGET })).headers).toMatch(
      /location: \/share\/other-name/i,
    )
  })

  it.each([
    '/',
    '/index.html',
    '/sign-in',
    '/login',
    '/settings',
    '/share',
    '/share/',
    '/Share/x',
    '/share/x/y',
    '/share/x%2fy',
    '/share/../settings',
    '/share/%2e%2e/settings',
    '/share//x',
    '//share/x',
    '/sw.js',
    '/manifest.webmanifest',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets/x',
    '/assets/..',
    '/robots.txt/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/domains/ask?domain=photos.ada.test',
    '/api',
    '/api/health',
    '/API/shares/public/x',
    '/api/shares/public/x/../../../auth/me',
    '/api/shares/public/%2e%2e/%2e%2e/auth/me',
    '/api/events',
    '/v1/images',
    '/media/variants/md/x.jpg',
    '/media/originals/x.jpg',
    '/media/share/../variants/md/x.jpg',
    '/.env',
    '*',
  ])('rule 70 GET %s is not found', async path => {
    const headers = { Cookie: ada.cookieHeader() }
    expect(await statusOf(path, headers)).toBe(404)
    expect(await statusOf(path, headers, 'POST')).toBe(404)
  })

  it('rule 70 other methods are not found, and refusals set no cookie', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'PROPFIND'])
      expect(await statusOf(`/api/shares/public/${adasGallery.token}`, {}, method)).toBe(404)
    expect((await request('POST', '/api/auth/login', { Cookie: ada.cookieHeader() })).headers).not.toMatch(
      /set-cookie/i,
    )
  })

  it('rule 70 a cached picture is not served to a session', async () => {
    const address = `/media/variants/md/${stem(adasGallery.image.filename)}.jpg`
    const signedIn = { Cookie: ada.cookieHeader() }
    expect(await statuses([address, address], { ...signedIn, Host: TARGET })).toEqual([200, 200])
    expect(await statusOf(address, signedIn)).toBe(404)
    const foreign = mediaPath(other.token, other.image.filename)
    expect(await statuses([foreign, foreign], { Host: TARGET })).toEqual([200, 200])
    expect(await statusOf(foreign)).toBe(404)
  })
})

describe('the host of a request', () => {
  it.each(SPELLINGS)('rule 70 %s is recognized as the domain', async host => {
    expect(await statuses([`/api/shares/public/${adasGallery.token}`, '/api/version', '/'], { Host: host })).toEqual([
      200, 404, 404,
    ])
  })

  it.each<[string, string, Headers]>([
    ['two hosts', '/api/version', { Host: [HOST, TARGET] }],
    ['two hosts, the other way', '/api/version', { Host: [TARGET, HOST] }],
    ['the same host twice', '/api/version', { Host: [HOST, HOST] }],
    ['a whole address of another host', `http://${TARGET}/api/version`, {}],
    ['a whole address of the domain', `http://${HOST}/api/version`, { Host: TARGET }],
    ['a user before the host', '/api/version', { Host: `${TARGET}@${HOST}` }],
    ['two names in one', '/api/version', { Host: `${HOST}, ${TARGET}` }],
    ['two dots', '/api/version', { Host: `${HOST}..` }],
    ['an encoded dot', '/api/version', { Host: HOST.replace('.', '%2e') }],
    ['a port that is none', '/api/version', { Host: `${HOST}:http` }],
    ['a path', '/api/version', { Host: `${HOST}/${TARGET}` }],
  ])('rule 70 %s is rejected', async (_, path, headers) => {
    expect(await statusOf(path, headers)).toBe(400)
  })

  it.each(['X-Forwarded-Host', 'Forwarded', 'X-Host', 'X-Original-Host', 'X-HTTP-Host-Override'])(
    'rule 70 %s is ignored',
    async header => {
      const value = (host: string) => (header === 'Forwarded' ? `host=${host}` : host)
      expect(await statusOf('/api/version', { [header]: value(TARGET) })).toBe(404)
      expect(await statusOf('/api/version', { Host: TARGET, [header]: value(HOST) })).toBe(200)
      const { body } = await request('GET', '/share/other-name', { Host: TARGET, [header]: value(HOST) })
      expect(body).not.toContain(HOST)
    },
  )

  it('rule 70 an absolute URL of the domain is treated like its path', async () => {
    expect(await statusOf(`http://${HOST}/api/version`)).toBe(404)
  })

  it('rule 70 a host that is no custom domain is the installation itself', async () => {
    for (const host of [TARGET, '127.0.0.1', 'localhost', 'unknown.test', `x.${HOST}`, 'ada.test'])
      expect(await statusOf('/api/version', { Host: host })).toBe(200)
    const claimed = 'claimed.test'
    await other.owner.post('/api/settings/domain', { host: claimed })
    expect(await statusOf('/api/version', { Host: claimed })).toBe(200)
  })
})
