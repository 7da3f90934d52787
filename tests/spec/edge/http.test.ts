import { rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { smallWebApp } from '../../support/domains.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { rawCall } from '../../support/raw-requests.ts'
import { picture } from '../../support/shared-gallery.ts'

type Share = { id: string; token: string; allow_download: boolean }
type Id = { id: string }

const web = smallWebApp()

const daymark = setUpDaymark({ env: { ...UNLIMITED, DAYMARK_WEB_DIR: web } })
let alice: SignedInUser
let api: Visitor
let album: Id
beforeAll(async () => {
  alice = await daymark.createUser({ tier: 'studio' })
  api = await createIntegrator(alice, ['admin'])
  album = (await api.post<Id>('/v1/albums', { title: 'Conditions' })).body
  await daymark.settle()
})
afterAll(() => rmSync(web, { recursive: true }))

const share = async (): Promise<Share> =>
  (await api.post<Share>('/v1/shares', { album_id: album.id, allow_download: true })).body

describe('rule 3: a body that a call cannot read', () => {
  const text = '{"allow_downloads":false,"allow_download":false}'
  const bytes = new TextEncoder().encode(text)

  it.each(['/api', '/v1'])('%s is refused with 415 and changes nothing', async surface => {
    const { id } = await share()
    const visitor = surface === '/v1' ? api : alice
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'garbage',
      'application/jsonp',
    ]
    for (const type of [...types, undefined]) {
      const answer = await rawCall(visitor, `${surface}/shares/${id}`, {
        method: 'PATCH',
        body: bytes,
        headers: type ? { 'content-type': type } : {},
      })
      expect([type, answer.status, answer.code]).toEqual([type, 415, 'unsupported_media_type'])
      expect(answer.headers.get('accept')).toBe('application/json, application/*+json')
      expect(answer.headers.get('accept-patch')).toBe('application/json, application/*+json')
    }
    const codings = await rawCall(visitor, `${surface}/shares/${id}`, {
      method: 'PATCH',
      body: bytes,
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'compress',
      },
    })
    expect([codings.status, codings.headers.get('accept-encoding')]).toEqual([415, 'gzip, deflate, br, zstd, identity'])
    const latin = { 'content-type': 'application/json; charset=iso-8859-1' }
    expect(
      (await rawCall(visitor, `${surface}/shares/${id}`, { method: 'PATCH', body: bytes, headers: latin })).status,
    ).toBe(415)
    expect((await api.get<Share>(`/v1/shares/${id}`)).body.allow_download).toBe(true)
  })

  it('is accepted in every spelling of the JSON media type, and compressed', async () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset="UTF-8"',
      'application/merge-patch+json',
    ]) {
      const { id } = await share()
      const answer = await rawCall(api, `/v1/shares/${id}`, {
        method: 'PATCH',
        body: bytes,
        headers: { 'content-type': type },
      })
      expect([type, answer.status]).toEqual([type, 200])
      expect((await api.get<Share>(`/v1/shares/${id}`)).body.allow_download).toBe(false)
    }
    const { id } = await share()
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect(
      (
        await rawCall(api, `/v1/shares/${id}`, {
          method: 'PATCH',
          body: new Uint8Array(gzipSync(text)),
          headers: packed,
        })
      ).status,
    ).toBe(200)
  })

  it('is refused by calls without a body unless it is JSON', async () => {
    const { id } = await share()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await rawCall(api, `/v1/shares/${id}/revoke`, { method: 'POST', body: 'a=b', headers: form })).status).toBe(
      415,
    )
    expect((await rawCall(api, `/v1/shares/${id}`, { method: 'DELETE', body: 'a=b', headers: form })).status).toBe(415)
    expect(
      (
        await rawCall(api, `/v1/shares/${id}/revoke`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await rawCall(api, '/v1/tokens', {
          method: 'POST',
          body: '{"scopes":["read"]}',
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(415)
    expect(
      (
        await rawCall(api, '/v1/images', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(415)
  })
})

describe('methods and challenges', () => {
  it('405 with Allow at a known path, 404 at an unknown one, and OPTIONS with Allow', async () => {
    for (const [method, path, allow] of [
      ['PUT', `/v1/shares/${album.id}`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
      ['DELETE', '/v1/health', 'GET, HEAD, OPTIONS'],
      ['GET', '/api/auth/login', 'OPTIONS, POST'],
      ['POST', `/media/originals/a.jpg`, 'GET, HEAD, OPTIONS'],
      ['POST', '/photos', 'GET, HEAD, OPTIONS'],
      ['PUT', '/assets/index-abc.js', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const refused = await rawCall(daymark.visitor(), path, { method })
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, allow])
      const options = await rawCall(daymark.visitor(), path, { method: 'OPTIONS' })
      expect([path, options.status, options.headers.get('allow')]).toEqual([path, 204, allow])
    }
    for (const path of ['/v1/nothing', '/API/albums', '/V1/albums', '/api/albums/', '/MEDIA/x'])
      expect([path, (await rawCall(alice, path, { method: 'PUT' })).status, (await rawCall(alice, path)).code]).toEqual(
        [path, 404, 'not_found'],
      )
  })

  it('401 and 403 name the authentication scheme', async () => {
    const challenge = async (visitor: Visitor, path: string, method = 'GET') => {
      const { status, headers } = await visitor.send(method, path)
      return `${status} ${headers.get('www-authenticate')}`
    }
    const bearer = (token: string) => daymark.visitor({ authorization: `Bearer ${token}` })
    expect(await challenge(daymark.visitor(), '/v1/albums')).toBe('401 Bearer realm="Daymark"')
    expect(await challenge(daymark.visitor(), '/api/albums')).toBe('401 Cookie realm="Daymark"')
    const invalid = 'error="invalid_token", error_description="Missing or invalid token"'
    for (const token of ['nonsense', 'dm_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp'])
      expect(await challenge(bearer(token), '/v1/albums')).toBe(`401 Bearer realm="Daymark", ${invalid}`)
    const reader = await createIntegrator(alice, ['read'])
    expect(await challenge(reader, `/v1/albums/${album.id}`, 'DELETE')).toBe(
      '403 Bearer realm="Daymark", error="insufficient_scope", scope="delete"',
    )
  })

  it('201 has a Location', async () => {
    const created: [Visitor, string, Record<string, unknown>, RegExp][] = [
      [alice, '/api/albums', { title: 'A' }, /^\/api\/albums\/[\w-]{36}$/],
      [alice, '/api/tags', { label: 'located' }, /^\/api\/tags\/[\w-]{36}$/],
      [alice, '/api/shares', { album_id: album.id }, /^\/api\/shares\/[\w-]{36}$/],
      [api, '/v1/albums', { title: 'A' }, /^\/v1\/albums\/[\w-]{36}$/],
      [api, '/v1/shares', { album_id: album.id }, /^\/v1\/shares\/[\w-]{36}$/],
      [api, `/v1/albums/${album.id}/sections`, { name: 'S' }, new RegExp(`^/v1/albums/${album.id}$`)],
      [api, '/v1/tokens', { scopes: ['read'] }, /^\/v1\/tokens\/[\w-]{36}$/],
    ]
    for (const [visitor, path, body, location] of created) {
      const { status, headers } = await visitor.post(path, body)
      expect([path, status]).toEqual([path, 201])
      expect(headers.get('location')).toMatch(location)
    }
    const uploaded = await api.upload<Id>('/v1/images/upload', { name: 'b.jpg', bytes: await picture(2) })
    expect(uploaded.headers.get('location')).toBe(`/v1/images/${uploaded.body.id}`)
  })
})

describe('L-ROUTE-13 addresses without a screen', () => {
  const page = (path: string) => rawCall(daymark.visitor(), path, { headers: { accept: 'text/html' } })

  it('answer the page with 404', async () => {
    for (const path of [
      '/no/such/page',
      '/photos/1',
      '/share',
      '/.well-known/change-password',
      '/.well-known/security.txt',
      '/Share/unknown',
      '/Photos',
      '/studio/unknown',
      '/share/unknown',
      '/upload/unknown',
      `/share/${'a'.repeat(22)}`,
    ]) {
      const { status, headers, bytes } = await page(path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(bytes.toString()).toContain('<!doctype html>')
    }
  })

  it('answer 410 for ended links and 200 for links with a password', async () => {
    const link = (await alice.post<Share>('/api/shares', { album_id: album.id })).body
    const locked = (
      await alice.post<Share>('/api/shares', { album_id: album.id, password: 'a long enough passphrase' })
    ).body
    const upload = (
      await alice.post<{ id: string; url: string }>(`/api/albums/${album.id}/upload-links`, { title: 'Guests' })
    ).body
    const paths = [`/share/${link.token}`, `/share/${locked.token}`, new URL(upload.url).pathname]
    for (const path of paths) expect([path, (await page(path)).status]).toEqual([path, 200])
    await alice.post(`/api/shares/${link.id}/revoke`)
    await alice.post(`/api/upload-links/${upload.id}/revoke`)
    await daymark.settle()
    expect([(await page(paths[0]!)).status, (await page(paths[2]!)).status]).toEqual([410, 410])
  })
})
