import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { smallWebApp } from '../../support/domains.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { etagOf, rawCall } from '../../support/raw-requests.ts'
import { picture } from '../../support/shared-gallery.ts'

type Share = { id: string; token: string; allow_download: boolean }
type Id = { id: string }
const WEBHOOK = { url: 'https://example.com/hook', events: ['album.created'] }

const web = smallWebApp()

const daymark = setUpDaymark({ env: { ...UNLIMITED, DAYMARK_WEB_DIR: web } })
let alice: SignedInUser
let api: Visitor
let image: Id
let album: Id
beforeAll(async () => {
  alice = await daymark.createUser({ tier: 'studio' })
  api = await createIntegrator(alice, ['admin'])
  album = (await api.post<Id>('/v1/albums', { title: 'Conditions' })).body
  const file = { name: 'a.jpg', bytes: await picture(1) }
  image = (await api.upload<Id>('/v1/images', file, { fields: { album_id: album.id } })).body
  await daymark.settle()
})
afterAll(() => rmSync(web, { recursive: true }))

const share = async (): Promise<Share> =>
  (await api.post<Share>('/v1/shares', { album_id: album.id, allow_download: true })).body

describe('conditional requests', () => {
  const old = { 'if-unmodified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }
  type Change = Record<string, string | number | boolean>
  type Kind = [name: string, made: () => Promise<string> | string, change: (n: number) => Change]
  let presets = 0
  const createResource = async (path: string, body: Record<string, unknown>): Promise<string> =>
    (path.startsWith('/v1') ? api : alice).post<Id>(path, body).then(answer => answer.body.id)
  /** Resources with `updated_at` or `created_at`. */
  const dated: Kind[] = [
    ['/v1 share', async () => `/v1/shares/${(await share()).id}`, n => ({ expires_at: `2099-01-0${n}` })],
    ['/api share', async () => `/api/shares/${(await share()).id}`, n => ({ expires_at: `2099-01-0${n}` })],
    ['/v1 album', () => `/v1/albums/${album.id}`, n => ({ title: `Renamed ${n}` })],
    ['/api album', () => `/api/albums/${album.id}`, n => ({ title: `Renamed again ${n}` })],
    ['/v1 image', () => `/v1/images/${image.id}`, n => ({ title: `Renamed ${n}` })],
    ['/api image', () => `/api/images/${image.id}`, n => ({ title: `Renamed again ${n}` })],
    [
      '/v1 webhook',
      async () => `/v1/webhooks/${await createResource('/v1/webhooks', WEBHOOK)}`,
      n => ({ url: `${WEBHOOK.url}/${n}` }),
    ],
    [
      '/api preset',
      async () => `/api/presets/${await createResource('/api/presets', { name: `P${presets++}`, settings: {} })}`,
      n => ({ expires_after_days: n }),
    ],
    [
      '/api upload link',
      async () => `/api/upload-links/${await createResource(`/api/albums/${album.id}/upload-links`, { title: 'U' })}`,
      n => ({ title: `U${n}` }),
    ],
  ]
  const undated: Kind[] = [
    [
      '/api tag',
      async () => `/api/tags/${await createResource('/api/tags', { label: 'T' })}`,
      n => ({ label: `T${n}` }),
    ],
    ['/api profile', () => '/api/settings/profile', n => ({ display_name: `Alice ${n}` })],
    ['/api mail', () => '/api/settings/mail', n => ({ topic: 'gallery_feedback', wanted: n % 2 === 0 })],
    ['/api studio', () => '/api/settings/studio', n => ({ name: `Studio ${n}` })],
    ['/api studio page', () => '/api/settings/studio-page', n => ({ title: `Page ${n}` })],
    ['/v1 studio page', () => '/v1/studio-page', n => ({ title: `Page again ${n}` })],
    ['/api watermark', () => '/api/settings/watermark', n => ({ opacity: n / 10 })],
  ]
  // the account has only two states
  const racing = [...dated, ...undated].filter(([name]) => name !== '/api mail')
  const withoutCoding = (tag: string): string => tag.replace(/-\w+"$/, '"')
  const callerOf = (path: string): Visitor => (path.startsWith('/v1') ? api : alice)

  it.each([...dated, ...undated])(
    '%s: PATCH compares a strong ETag of the current state',
    async (name, path, change) => {
      const at = await path()
      const who = callerOf(at)
      const before = await who.get(at)
      const tag = etagOf(before)
      expect([before.status, tag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{32}(-\w+)?"$/)])
      for (const other of ['"other"', `W/${tag}`, '"a", "b"']) {
        const refused = await who.patch<http.ErrorAnswer>(at, change(1), { 'if-match': other })
        expect([other, refused.status, refused.body.code, etagOf(refused)]).toEqual([
          other,
          412,
          'precondition_failed',
          '',
        ])
      }
      for (const known of [tag, '*'])
        expect([known, (await who.patch(at, change(1), { 'if-none-match': known })).status]).toEqual([known, 412])
      expect((await who.get(at)).bytes).toEqual(before.bytes)
      const changed = await who.patch(at, change(1), { 'if-match': `"x", ${tag}` })
      expect([changed.status, withoutCoding(etagOf(changed))]).toEqual([200, withoutCoding(etagOf(await who.get(at)))])
      expect(etagOf(changed)).not.toBe(tag)
      expect((await who.patch(at, change(2), { 'if-match': tag })).status).toBe(412)
      expect((await who.patch(at, change(2), { 'if-match': '*' })).status).toBe(200)
      const isDated = dated.some(([other]) => other === name)
      // the header is ignored for resources without a date
      expect((await who.patch(at, change(3), old)).status).toBe(isDated ? 412 : 200)
    },
  )

  it.each(racing)('%s: of several concurrent changes of one state one succeeds', async (_, path, change) => {
    const at = await path()
    const who = callerOf(at)
    // every change results in another state
    for (const numbers of [
      [4, 5, 6, 7],
      [8, 9],
    ]) {
      const tag = etagOf(await who.get(at))
      const attempts = numbers.map(n => who.patch(at, change(n), { 'if-match': tag }))
      const [first, ...others] = (await Promise.all(attempts)).map(({ status }) => status).toSorted()
      expect([first, new Set(others)]).toEqual([200, new Set([412])])
    }
  })

  it('a change succeeds although another part of the account changes at the same time', async () => {
    const other = `/api/albums/${await createResource('/api/albums', { title: 'Other' })}`
    const tag = etagOf(await alice.get(`/api/albums/${album.id}`))
    const [changed, ...others] = await Promise.all([
      alice.patch(`/api/albums/${album.id}`, { title: 'Mine' }, { 'if-match': tag }),
      ...[1, 2, 3].map(n => alice.patch(other, { title: `Other ${n}` })),
    ])
    expect([changed, ...others].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('DELETE compares the ETag of resources that cannot be changed', async () => {
    const token = `/v1/tokens/${await createResource('/v1/tokens', { name: 'T', scopes: ['read'] })}`
    await alice.post('/api/settings/domain', { host: 'photos.example.org' })
    for (const path of [token, '/api/settings/domain']) {
      const tag = etagOf(await alice.get(path))
      expect((await alice.delete(path, undefined, { 'if-match': '"x"' })).status).toBe(412)
      expect([path, (await alice.delete(path, undefined, { 'if-match': tag })).status]).toEqual([path, 200])
    }
    const passkey = `/api/settings/passkeys/${randomUUID()}`
    expect((await alice.delete(passkey, { password: 'any' }, { 'if-match': '*' })).status).toBe(404)
  })

  it('changes of accounts and plans by the administration compare the ETag', async () => {
    const root = await daymark.admin()
    const path = `/api/admin/users/${alice.id}`
    for (const [change, at] of [
      [{ display_name: 'A. Alice' }, path],
      [{ subscription_tier: 'studio', storage_limit: 5_000_000_000 }, `${path}/plan`],
    ] as const) {
      const tag = etagOf(await root.get(path))
      expect((await root.patch(at, change, { 'if-match': '"x"' })).status).toBe(412)
      expect([at, (await root.patch(at, change, { 'if-match': tag })).status]).toEqual([at, 200])
    }
  })

  it('DELETE and actions of a resource compare the ETag', async () => {
    const { id } = await share()
    const path = `/v1/shares/${id}`
    const tag = etagOf(await api.get(path))
    for (const headers of [{ 'if-match': '"x"' }, old]) {
      expect((await api.delete(path, undefined, headers)).status).toBe(412)
      expect((await api.post(`${path}/revoke`, undefined, headers)).status).toBe(412)
    }
    expect((await api.post(`${path}/revoke`, undefined, { 'if-match': tag })).status).toBe(200)
    expect((await api.delete(path, undefined, { 'if-match': tag })).status).toBe(412)
    expect((await api.delete(path, undefined, { 'if-match': etagOf(await api.get(path)) })).status).toBe(200)
    expect((await api.delete(path, undefined, { 'if-match': '*' })).status).toBe(404)
  })

  it('If-Match is compared with the answer to GET, and the read counts as one visit', async () => {
    const { id, token } = await share()
    const gallery = `/api/shares/public/${token}`
    const visitor = daymark.visitor()
    const cases: [Visitor, string][] = [
      [api, '/v1/images?limit=1'],
      [alice, '/api/albums?sort=title'],
      [alice, '/api/settings/profile'],
      [visitor, gallery],
      [visitor, `${gallery}/downloads`],
      [visitor, '/photos'],
    ]
    for (const [who, path] of cases) {
      const tag = etagOf(await who.get(path))
      const statusWith = async (ifMatch: string) => (await who.get(path, { 'if-match': ifMatch })).status
      expect([path, await statusWith('"x"'), await statusWith(`W/${tag}`)]).toEqual([path, 412, 412])
      expect([path, await statusWith(tag), await statusWith('*')]).toEqual([path, 200, 200])
    }
    for (const path of [`${gallery}/sha256sums`, `/v1/albums/${album.id}/manifest`])
      expect([path, (await api.get(path, { 'if-match': '"x"' })).status]).toEqual([path, 412])
    await daymark.settle()
    expect((await api.get<{ view_count: number }>(`/v1/shares/${id}`)).body.view_count).toBe(1)
  })

  it('visitors and health checks never fail because of a condition', async () => {
    const { token } = await share()
    const anonymous = daymark.visitor()
    const send = async (method: string, path: string, headers: Record<string, string>) =>
      (await anonymous.send(method, path, {}, headers)).status
    for (const path of ['/api/health', '/readyz', '/v1/health'])
      expect([path, (await anonymous.get(path, { 'if-match': '*' })).status]).toEqual([path, 200])
    const paths = ['visitor/open', 'visitor/key', 'news/seen', 'picks/changes', 'unlock'].map(
      one => `/api/shares/public/${token}/${one}`,
    )
    for (const path of paths) {
      expect([path, await send('POST', path, { 'if-match': '"x"' })]).toEqual([path, 412])
      expect([path, await send('POST', path, { 'if-none-match': '"x"' })]).not.toEqual([path, 500])
    }
  })

  it('ETags differ between content codings, and each is accepted', async () => {
    for (let n = 0; n < 30; n++)
      await alice.post('/api/tags', { label: `a tag that is long enough to be compressed ${n}` })
    const request = (coding: string, tag?: string) =>
      rawCall(alice, '/api/tags', {
        headers: {
          'accept-encoding': coding,
          ...(tag && { 'if-none-match': tag, 'cache-control': 'max-age=0' }),
        },
      })
    const [plain, packed] = [await request('identity'), await request('gzip')]
    expect(etagOf(packed)).toBe(etagOf(plain).replace(/"$/, '-gzip"'))
    for (const { headers } of [plain, packed]) {
      const again = await request('gzip', etagOf({ headers }))
      expect([again.status, etagOf(again), again.headers.get('vary')]).toEqual([
        304,
        etagOf({ headers }),
        'Accept-Encoding',
      ])
      expect(again.headers.get('cache-control')).toBe('private, no-cache')
    }
  })
})

describe('conditions and ranges of files', () => {
  const script = '/assets/index-abc.js'
  const request = (headers: Record<string, string>, method = 'GET') =>
    rawCall(daymark.visitor(), script, { method, headers: { 'accept-encoding': 'identity', ...headers } })

  it('of the web application answer 416, 412 and 304 as defined by RFC 9110', async () => {
    const whole = await request({})
    const size = whole.bytes.length
    const beyond = await request({ range: `bytes=${size}-` })
    expect([beyond.status, beyond.code, beyond.headers.get('content-range')]).toEqual([
      416,
      'range_not_satisfiable',
      `bytes */${size}`,
    ])
    expect(beyond.headers.get('content-type')).toBe('application/json; charset=utf-8')
    for (const tag of [etagOf(whole), '"x"']) {
      const unmet = await request({ 'if-match': tag })
      expect([unmet.status, unmet.code]).toEqual([412, 'precondition_failed'])
      expect(unmet.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    expect((await request({ 'if-match': '*' })).status).toBe(200)
    for (const range of ['bytes=a-b', 'bytes=9-1', 'items=0-1', 'bytes=0-1,4-5', 'bytes=', 'bytes'])
      expect([range, (await request({ range })).status]).toEqual([range, 200])
    const modified = whole.headers.get('last-modified') ?? ''
    expect((await request({ range: 'bytes=0-9', 'if-range': modified })).status).toBe(206)
    for (const other of [etagOf(whole), '"x"', 'Fri, 01 Jan 2100 00:00:00 GMT'])
      expect([other, (await request({ range: 'bytes=0-9', 'if-range': other })).status]).toEqual([other, 200])
    const head = await request({ range: 'bytes=0-9' }, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([
      200,
      String(size),
      null,
    ])
    const same = await request({ 'if-none-match': etagOf(whole), 'cache-control': 'max-age=0' })
    for (const name of ['etag', 'vary', 'cache-control']) expect(same.headers.get(name)).toBe(whole.headers.get(name))
    expect([same.status, whole.headers.get('vary')]).toEqual([304, 'Accept-Encoding'])
  })

  it('a range is never compressed', async () => {
    const part = await request({ range: 'bytes=0-1999', 'accept-encoding': 'gzip, br' })
    expect([part.status, part.headers.get('content-encoding'), part.bytes.length]).toEqual([206, null, 2000])
  })

  it('of pictures answer likewise', async () => {
    const { filename } = (await alice.get<{ filename: string }>(`/api/images/${image.id}`)).body
    const path = `/media/originals/${filename}`
    const get = (headers: Record<string, string>, method = 'GET') => rawCall(alice, path, { method, headers })
    const whole = await get({})
    const size = whole.bytes.length
    expect([(await get({ 'if-match': '"x"' })).code, (await get({ 'if-match': `W/${etagOf(whole)}` })).status]).toEqual(
      ['precondition_failed', 412],
    )
    expect((await get({ 'if-match': etagOf(whole) })).status).toBe(200)
    expect((await get({ range: 'bytes=9-1' })).status).toBe(200)
    expect((await get({ range: 'bytes=0-9', 'if-range': `W/${etagOf(whole)}` })).status).toBe(200)
    expect((await get({ range: 'bytes=0-9', 'if-range': etagOf(whole) })).status).toBe(206)
    const beyond = await get({ range: `bytes=${size}-` })
    expect([beyond.status, beyond.headers.get('content-range'), etagOf(beyond)]).toEqual([416, `bytes */${size}`, ''])
    const head = await get({ range: 'bytes=0-9' }, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
    const same = await get({ 'if-none-match': etagOf(whole), 'cache-control': 'max-age=0' })
    expect([same.status, etagOf(same), same.headers.get('cache-control')]).toEqual([
      304,
      etagOf(whole),
      'private, no-cache',
    ])
  })
})
