import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describeWith } from '@daymark/testing/outside'
import { precompressFolder } from '../../../apps/web/vite/precompress.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import { type WebServer, webServer } from './support/nginx.ts'

const PUBLIC = 'https://photos.example.com'
const built = mkdtempSync(join(tmpdir(), 'daymark-built-'))
chmodSync(built, 0o755)
const put = (name: string, text: string) => writeFileSync(join(built, name), text)
for (const folder of ['assets', 'docs', '.vite']) mkdirSync(join(built, folder))
const metaTags = ['version', 'support'].map(of => `<meta name="daymark-${of}" content="" />`).join('')
put(
  'index.html',
  `<!doctype html><meta charset="utf-8" /><title>D</title>${metaTags}<script>t("a")</script>${' '.repeat(1100)}`,
)
put('assets/4f2a.js', `/* ${'long enough to be worth compressing '.repeat(100)} */`)
put('assets/b7c1.css', 'body{}')
put('assets/small.js', 'x()')
put('sw.js', 'self')
put('theme.js', 'y()')
put('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
put('favicon.ico', 'icon')
put('third-party-notices.txt', 'MIT')
put('docs/openapi.yaml', `openapi: 3.1.0\n${'# described at length\n'.repeat(100)}`)
put('.vite/manifest.json', '{}')
precompressFolder(built)

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
/** What must be equal: status and the headers that matter to browsers. */
const COMPARED = [
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-robots-tag',
  'x-powered-by',
]

const ask = (url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { method, headers: { 'x-forwarded-proto': 'https', ...headers } }
    const sent = request(`${url}${path}`, options, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('latin1')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    })
    sent.on('error', reject).end()
  })
const comparable = ({ status, headers }: Answer) => ({
  status,
  ...Object.fromEntries(COMPARED.map(name => [name, headers[name]])),
})

describeWith('nginx')('the web application from the gateway and from nginx', () => {
  const services = setUpDaymark({
    env: { DAYMARK_WEB_DIR: built, DAYMARK_PUBLIC_URL: PUBLIC, DAYMARK_SUPPORT_ADDRESS: 'help@example.com' },
  })
  let web: WebServer
  beforeAll(async () => void (web = await webServer(built, services.url, 'help@example.com')))
  afterAll(async () => {
    await web?.stop()
    rmSync(built, { recursive: true })
  })

  it.each([
    ['/', 200],
    ['/photos', 200],
    ['/albums/some/received', 200],
    ['/albums/some/where', 404],
    ['/.well-known/change-password', 404],
    ['/.well-known/security.txt', 404],
    ['/index.html', 200],
    ['/settings', 200],
    ['/share/unknown', 404],
    ['/share/unknown.jpg', 404],
    ['/share/a/b', 404],
    ['/Share/unknown', 404],
    ['/Photos', 404],
    ['/sw.js', 200],
    ['/theme.js', 200],
    ['/favicon.svg', 200],
    ['/favicon.ico', 200],
    ['/docs/openapi.yaml', 200],
    ['/third-party-notices.txt', 200],
    ['/assets/4f2a.js', 200],
    ['/assets/b7c1.css', 200],
    ['/api/version', 200],
  ])('L-ROUTE-13 D-CARD-10 both answer %s equally', async (path, status) => {
    const [own, apart] = await Promise.all([ask(services.url, path), ask(web.url, path)])
    expect(own.status).toBe(status)
    expect(comparable(apart)).toEqual(comparable(own))
    expect(apart.body).toBe(own.body)
  })

  it.each([
    '/assets/gone.js',
    '/gone.png',
    '/.vite/manifest.json',
    '/.env',
    '/api/gone',
    '/media/gone',
    '/v1/gone.json',
    '/API/gone',
  ])('D-CARD-10 answers 404 for %s instead of a page', async path => {
    const [own, apart] = await Promise.all([ask(services.url, path), ask(web.url, path)])
    expect([own.status >= 400, apart.status]).toEqual([true, own.status])
    expect(apart.headers['content-security-policy']).toBe(own.headers['content-security-policy'])
    expect(apart.headers['cache-control']).not.toMatch(/public|immutable/)
    expect(apart.body).not.toContain('<!doctype html><meta charset')
  })

  it('D-CARD-10 the page contains version and support address and equals that of the API', async () => {
    const { body } = await ask(web.url, '/')
    const { version } = JSON.parse((await ask(services.url, '/api/version')).body) as { version: string }
    expect(version).toMatch(/^[0-9a-f]{12}$/)
    expect(body).toContain(`<meta name="daymark-version" content="${version}" />`)
    expect(body).toContain('<meta name="daymark-support" content="help@example.com" />')
  })

  it('pages of any origin may load the icon, but no other file', async () => {
    for (const { url } of [services, web])
      for (const [path, policy] of [
        ['/favicon.ico', 'cross-origin'],
        ['/theme.js', 'same-origin'],
      ] as const)
        expect([path, (await ask(url, path)).headers['cross-origin-resource-policy']]).toEqual([path, policy])
  })

  it.each(['/', '/index.html', '/photos', '/share/x', '/assets/4f2a.js', '/favicon.ico'])(
    'answers 405 and OPTIONS at %s with the allowed methods',
    async path => {
      for (const { url } of [services, web])
        for (const [method, status] of [
          ['PUT', 405],
          ['POST', 405],
          ['OPTIONS', 204],
        ] as const) {
          const { status: given, headers } = await ask(url, path, {}, method)
          expect([method, given, headers.allow]).toEqual([method, status, 'GET, HEAD, OPTIONS'])
        }
    },
  )

  it('D-CARD-10 compresses larger files and answers 304 for unchanged ones', async () => {
    for (const { url } of [services, web]) {
      for (const path of ['/', '/assets/4f2a.js', '/docs/openapi.yaml']) {
        const packed = await ask(url, path, { 'accept-encoding': 'gzip' })
        expect([path, packed.headers['content-encoding']]).toEqual([path, 'gzip'])
        expect(packed.headers.vary).toMatch(/accept-encoding/i)
      }
      expect(
        (await ask(url, '/assets/small.js', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
      ).toBeUndefined()
      const { etag } = (await ask(url, '/assets/4f2a.js')).headers
      const again = await ask(url, '/assets/4f2a.js', { 'if-none-match': String(etag) })
      expect([again.status, again.body]).toEqual([304, ''])
    }
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('the gateway sends precompressed files to a browser that accepts %s', async (accepted, encoding, unpack) => {
    for (const [path, type] of [
      ['/assets/4f2a.js', 'text/javascript; charset=utf-8'],
      ['/docs/openapi.yaml?download', 'application/yaml; charset=utf-8'],
    ] as const) {
      const file = join(built, path.replace(/\?.*/, ''))
      const { headers, body } = await ask(services.url, path, { 'accept-encoding': accepted })
      const length = statSync(file + ({ br: '.br', gzip: '.gz' }[encoding ?? ''] ?? '')).size
      expect([headers['content-encoding'], headers['content-type'], headers.vary, headers['content-length']]).toEqual([
        encoding,
        type,
        'Accept-Encoding',
        String(length),
      ])
      expect(unpack(Buffer.from(body, 'latin1'))).toEqual(readFileSync(file))
    }
  })

  it('L-MKT-12 HSTS is sent over https only', async () => {
    const plain = await ask(web.url, '/', { 'x-forwarded-proto': 'http' })
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    const secure = await ask(web.url, '/')
    expect(secure.headers['strict-transport-security']).toContain('max-age=')
    expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })
})
