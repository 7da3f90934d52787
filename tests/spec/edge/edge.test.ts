import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { http } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { waitUntilHealthy } from '../../support/waiting.ts'

const PUBLIC = 'https://photos.example.com'
const web = mkdtempSync(join(tmpdir(), 'daymark-web-'))
mkdirSync(join(web, 'assets'))
const head = `<title>Daymark</title>${['version', 'support'].map(of => `<meta name="daymark-${of}" content="" />`).join('')}`
writeFileSync(join(web, 'index.html'), `<!doctype html>${head}<script>theme()</script><script src="/a.js"></script>`)
writeFileSync(join(web, 'sw.js'), 'self')
writeFileSync(join(web, 'assets', 'index-4f2a.js'), `/* ${'long enough to be worth compressing '.repeat(100)} */`)

const plain = setUpDaymark({ env: { DAYMARK_WEB_DIR: web, DAYMARK_SUPPORT_ADDRESS: 'help@example.com' } })
let alice: SignedInUser
beforeAll(async () => void (alice = await plain.createUser()))
afterAll(() => rmSync(web, { recursive: true }))

describe('rule 3: errors', () => {
  it('have one format with error and message, a code of the catalog and the id of the request', async () => {
    const answers = [
      await alice.get<http.ErrorAnswer>('/api/images/none'),
      await plain.visitor().get<http.ErrorAnswer>('/api/images'),
      await alice.get<http.ErrorAnswer>('/api/no-such-thing'),
      await alice.post<http.ErrorAnswer>('/api/albums', { title: '' }),
      await plain.visitor().get<http.ErrorAnswer>('/media/share/sm/a.jpg?token=unknown'),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'photo_not_found'],
      [401, 'no_session'],
      [404, 'not_found'],
      [400, 'invalid_input'],
      [404, 'share_unavailable'],
    ])
    for (const { body, headers } of answers) {
      expect(http.errorAnswer.strict().parse(body)).toEqual(body)
      expect(body.error).toBe(body.message)
      expect(headers.get('x-request-id')).toBe(body.request_id)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('invalid requests never cause a server error', async () => {
    const send = (path: string, body: string, headers: Record<string, string>) =>
      fetch(plain.url + path, { method: 'POST', body, headers: { cookie: alice.cookieHeader(), ...headers } })
    const json = { 'content-type': 'application/json' }
    const long = `"${'x'.repeat(2_000_000)}"`
    const attempts: [string, string, Record<string, string>, number][] = [
      ['/api/albums', '{', json, 400],
      ['/api/albums', 'null', json, 400],
      ['/api/albums', '[]', json, 400],
      ['/api/albums', '"text"', json, 400],
      ['/api/albums', '{"title":{}}', json, 400],
      ['/api/albums', '{"title":"\\u0000"}', json, 400],
      ['/api/albums', '{"title":"x"}', { 'content-type': 'text/plain' }, 415],
      ['/api/albums', `{"title":${long}}`, json, 413],
      ['/api/auth/login', `{"username":${long.slice(0, 20_000)}"}`, json, 413],
      ['/api/albums', '{"title":"x"}', { ...json, 'content-encoding': 'nonsense' }, 415],
      ['/api/albums', '{"title":"x"}', { 'content-type': 'application/json; charset=nonsense' }, 415],
      ['/api/tags/apply', '{"image_ids":["a"],"tag_ids":["__proto__"]}', json, 404],
      ['/api/albums/%00/images', '{"image_ids":["a"]}', json, 404],
      ['/api/shares', '{"album_id":"x","expires_at":"soon"}', json, 400],
      ['/api/albums/%E0%A4%A/images', '{}', json, 400],
      ['/api/shares/track', 'nonsense', {}, 400],
    ]
    for (const [path, body, headers, status] of attempts) {
      const answer = await send(path, body, headers)
      expect([path, body.slice(0, 30), answer.status]).toEqual([path, body.slice(0, 30), status])
      expect(http.errorAnswer.parse(await answer.json()).code).not.toBe('internal')
    }
    for (const query of [
      'limit=-1',
      'limit=x',
      'offset=1.5',
      'limit=1&limit=2',
      'orientation=round',
      'date_from=yesterday',
      'sort=size',
      'q[a]=b&q=1',
    ])
      expect([query, (await alice.get(`/api/images?${query}`)).status < 500]).toEqual([query, true])
  })

  it('a body of another media type and unknown length is rejected unless it is empty', async () => {
    const send = async (text: string) => {
      const headers = { cookie: alice.cookieHeader(), 'content-type': 'text/plain' }
      const streamed = { method: 'POST', headers, body: new Blob([text]).stream(), duplex: 'half' }
      return (await fetch(`${plain.url}/api/albums`, streamed)).json()
    }
    expect(await send('{"title":"x"}')).toMatchObject({ code: 'unsupported_media_type' })
    expect(await send('')).toMatchObject({ code: 'invalid_input' })
  })

  it('unknown addresses answer 404', async () => {
    expect((await alice.get('/v1/nothing')).status).toBe(404)
    expect((await alice.get('/api')).status).toBe(404)
  })
})

describe('rule 32: requests from other sites', () => {
  const from = (headers: Record<string, string>) =>
    alice.post<http.ErrorAnswer>('/api/albums', { title: 'Cross' }, headers)

  it('are refused if they would change something', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      const { status, body } = await from(headers)
      expect([status, body.code]).toEqual([403, 'cross_site'])
    }
    const login = { username: alice.email, password: alice.password }
    expect((await plain.visitor().post('/api/auth/login', login, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await alice.post('/api/auth/logout', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await alice.get('/api/auth/me')).status).toBe(200)
    expect((await alice.get<http.Album[]>('/api/albums')).body.map(({ title }) => title)).toEqual(['Favorites'])
  })

  it('from the own pages, from clients other than browsers, and for reading are accepted', async () => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: plain.url },
      {},
    ]
    for (const headers of own) expect((await from(headers)).status).toBe(201)
    expect(
      (await alice.get('/api/albums', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status,
    ).toBe(200)
  })
})

describe('every answer', () => {
  it('has the request id of the proxy if it is valid, or a new one', async () => {
    const requestIdFor = async (id: string) =>
      (await alice.get('/api/tags', { 'x-request-id': id })).headers.get('x-request-id')
    expect(await requestIdFor('proxy-4711-abcdef')).toBe('proxy-4711-abcdef')
    expect(await requestIdFor('short')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await requestIdFor('"} forged log line {"')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('has headers that restrict browsers to this site', async () => {
    const headers = Object.fromEntries((await plain.visitor().get('/')).headers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('strict-transport-security')
    const policy = headers['content-security-policy'] ?? ''
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self'",
    ])
      expect(policy).toContain(rule)
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}';/)
    expect(policy).not.toContain('upgrade-insecure-requests')
  })

  it('of the API is compressed and revalidated, and unchanged content answers 304', async () => {
    for (let i = 0; i < 30; i++) await alice.post('/api/tags', { label: `a rather long label of a tag, number ${i}` })
    const { status, headers } = await alice.get('/api/tags', { 'accept-encoding': 'gzip' })
    expect([status, headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
      200,
      'gzip',
      'private, no-cache',
    ])
    // Like a browser; fetch of Node adds cache-control: no-cache to conditional requests.
    const unchanged = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
    expect((await alice.get('/api/tags', unchanged)).status).toBe(304)
    await alice.post('/api/tags', { label: 'one more' })
    expect((await alice.get('/api/tags', unchanged)).status).toBe(200)
  })
})

describe('the web application', () => {
  const page = '<title>Daymark</title>'

  it('L-ROUTE-13 L-ROUTE-09 S-PUB-01 answers every screen’s address with its page, without caching', async () => {
    for (const path of ['/', '/photos', '/albums/0190-x', '/login?next=%2F', '/index.html']) {
      const { status, headers, bytes } = await plain.visitor().get(path)
      expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(bytes.toString()).toContain(page)
    }
    expect((await plain.visitor().get('/share/token.with.dots')).headers.get('x-robots-tag')).toBe('noindex')
  })

  it('is cached permanently if the file name depends on the content, and revalidated otherwise', async () => {
    const asset = await plain.visitor().get('/assets/index-4f2a.js', { 'accept-encoding': 'gzip' })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect([asset.headers.get('content-type'), asset.headers.get('content-encoding')]).toEqual([
      'text/javascript; charset=utf-8',
      'gzip',
    ])
    expect((await plain.visitor().get('/sw.js')).headers.get('cache-control')).toBe('no-cache')
  })

  it('answers 404 for missing files instead of a page', async () => {
    for (const path of [
      '/assets/index-old.js',
      '/favicon.ico',
      '/../../etc/passwd.txt',
      '/assets/..%2f..%2fpasswd.txt',
    ])
      expect([path, (await plain.visitor().get(path)).status]).toEqual([path, 404])
    expect((await plain.visitor().post('/photos', {})).status).toBe(405)
  })

  it('L-API-05 L-ENT-14 L-API-06 version and health are public, and the page contains the version of the build', async () => {
    const { status, body, headers } = await plain.visitor().get<{ version: string }>('/api/version')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({ version: expect.stringMatching(/^[0-9a-f]{12}$/) as string })
    expect(await waitUntilHealthy(plain.visitor(), '/api/health')).toEqual({ ok: true, status: 'ok' })
    const { bytes } = await plain.visitor().get('/')
    const metaTags = `-version" content="${body.version}" /><meta name="daymark-support" content="help@example.com" />`
    expect(bytes.toString()).toContain(metaTags)
    for (const path of ['/healthz', '/readyz'] as const) await waitUntilHealthy(plain.visitor(), path)
  })
})

describe('behind https', () => {
  const secure = setUpDaymark({ env: { DAYMARK_PUBLIC_URL: `${PUBLIC}/` } })

  it('L-MKT-12 rule 32 cookies are Secure and bound to the host, and HSTS is set', async () => {
    const body = { username: 'admin@daymark.test', password: 'the first super admin of tests' }
    const { headers } = await secure.visitor().post('/api/auth/login', body)
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-daymark_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
    )
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}/)
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })

  it('requests of the own pages are recognized by the public address, whatever host the proxy sends', async () => {
    const admin = await secure.admin()
    expect((await admin.post('/api/albums', { title: 'A' }, { origin: PUBLIC })).status).toBe(201)
    expect(
      (await admin.post('/api/albums', { title: 'A' }, { origin: 'https://photos.example.com.evil.example' })).status,
    ).toBe(403)
    const album = (await admin.get<http.Album[]>('/api/albums')).body.at(-1)
    expect((await admin.post<http.Share>('/api/shares', { album_id: album?.id })).body.url).toMatch(
      /^https:\/\/photos\.example\.com\/share\//,
    )
  })

  it('without a web application only the API is served', async () => {
    expect((await secure.visitor().get('/photos')).status).toBe(404)
    expect((await secure.visitor().get('/api/version')).body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    })
  })
})
