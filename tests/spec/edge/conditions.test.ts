import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type Daymark, type Member, startDaymark } from '../../support/daymark.ts'
import { integratorOf, UNLIMITED } from '../../support/integrator.ts'
import { etagOf, rawCall } from '../../support/raw-call.ts'
import { picture } from '../../support/shared-gallery.ts'

type Share = { id: string; token: string; allow_download: boolean }
type Id = { id: string }

const web = mkdtempSync(join(tmpdir(), 'daymark-web-'))
mkdirSync(join(web, 'assets'))
writeFileSync(
  join(web, 'index.html'),
  '<!doctype html><title>Daymark</title><meta name="daymark-version" content="" />',
)
writeFileSync(join(web, 'assets/app.js'), `/* ${'0123456789'.repeat(500)} */`)

let daymark: Daymark
let alice: Member
let api: Visitor
let image: Id
let album: Id
beforeAll(async () => {
  daymark = await startDaymark({ env: { ...UNLIMITED, DAYMARK_WEB_DIR: web } })
  alice = await daymark.user({ tier: 'studio' })
  api = await integratorOf(alice, ['admin'])
  album = (await api.post<Id>('/v1/albums', { title: 'Conditions' })).body
  const file = { name: 'a.jpg', bytes: await picture(1) }
  image = (await api.upload<Id>('/v1/images', file, { fields: { album_id: album.id } })).body
  await daymark.settle()
})
afterAll(async () => {
  await daymark.stop()
  rmSync(web, { recursive: true })
})

const share = async (): Promise<Share> =>
  (await api.post<Share>('/v1/shares', { album_id: album.id, allow_download: true })).body

describe('conditions of a change', () => {
  const old = { 'if-unmodified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }
  const kinds: [string, () => Promise<string>, Record<string, string>][] = [
    ['/v1 share', async () => `/v1/shares/${(await share()).id}`, { expires_at: '2099-01-01' }],
    ['/v1 album', () => Promise.resolve(`/v1/albums/${album.id}`), { title: `Renamed` }],
    ['/v1 image', () => Promise.resolve(`/v1/images/${image.id}`), { title: 'Renamed' }],
    ['/api image', () => Promise.resolve(`/api/images/${image.id}`), { title: 'Renamed again' }],
    ['/api album', () => Promise.resolve(`/api/albums/${album.id}`), { title: 'Renamed again' }],
    ['/api profile', () => Promise.resolve('/api/settings/profile'), { display_name: 'Alice B' }],
  ]

  it.each(kinds)('%s: a strong tag of its state is compared, before PATCH', async (_, made, change) => {
    const path = await made()
    const who = path.startsWith('/v1') ? api : alice
    const before = await who.get(path)
    const tag = etagOf(before)
    expect(tag).toMatch(/^"[0-9a-f]{32}(-\w+)?"$/)
    for (const other of ['"other"', `W/${tag}`, '"a", "b"']) {
      const refused = await who.patch<http.ErrorAnswer>(path, change, { 'if-match': other })
      expect([other, refused.status, refused.body.code, etagOf(refused)]).toEqual([
        other,
        412,
        'precondition_failed',
        '',
      ])
    }
    expect((await who.patch(path, change, { 'if-none-match': tag })).status).toBe(412)
    expect((await who.patch(path, change, { 'if-none-match': '*' })).status).toBe(412)
    expect((await who.get(path)).bytes).toEqual(before.bytes)
    const changed = await who.patch(path, change, { 'if-match': `"x", ${tag}` })
    expect(changed.status).toBe(200)
    const now = etagOf(await who.get(path))
    expect(now).not.toBe(tag)
    // its GET answers the images too, so the answer to PATCH is not what the tag is of
    expect(etagOf(changed)).toBe(path === `/api/albums/${album.id}` ? '' : now)
    expect((await who.patch(path, change, { 'if-match': tag })).status).toBe(412)
    expect((await who.patch(path, change, { 'if-match': '*' })).status).toBe(200)
    // a profile has no date, so the header is ignored
    expect((await who.patch(path, change, old)).status).toBe(path.includes('/settings/') ? 200 : 412)
  })

  it('are compared before DELETE and before actions of one resource', async () => {
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

  it('of several changes at once from one state one is made', async () => {
    const { id } = await share()
    const tag = etagOf(await api.get(`/v1/shares/${id}`))
    const change = (day: number) =>
      api.patch(`/v1/shares/${id}`, { expires_at: `2099-01-0${day}` }, { 'if-match': tag })
    const statuses = (await Promise.all([1, 2, 3, 4].map(change))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412])
  })

  it('tags differ between content codings, and each of them is known again', async () => {
    for (let n = 0; n < 30; n++)
      await alice.post('/api/tags', { label: `a tag that is long enough to be compressed ${n}` })
    const ask = (coding: string, tag?: string) =>
      rawCall(alice, '/api/tags', {
        headers: {
          'accept-encoding': coding,
          ...(tag && { 'if-none-match': tag, 'cache-control': 'max-age=0' }),
        },
      })
    const [plain, packed] = [await ask('identity'), await ask('gzip')]
    expect(etagOf(packed)).toBe(etagOf(plain).replace(/"$/, '-gzip"'))
    for (const { headers } of [plain, packed]) {
      const again = await ask('gzip', etagOf({ headers }))
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
  const script = '/assets/app.js'
  const ask = (headers: Record<string, string>, method = 'GET') =>
    rawCall(daymark.stranger(), script, { method, headers: { 'accept-encoding': 'identity', ...headers } })

  it('of the web application: 416, 412 and 304 as RFC 9110 has them', async () => {
    const whole = await ask({})
    const size = whole.bytes.length
    const beyond = await ask({ range: `bytes=${size}-` })
    expect([beyond.status, beyond.code, beyond.headers.get('content-range')]).toEqual([
      416,
      'range_not_satisfiable',
      `bytes */${size}`,
    ])
    expect(beyond.headers.get('content-type')).toBe('application/json; charset=utf-8')
    for (const tag of [etagOf(whole), '"x"']) {
      const unmet = await ask({ 'if-match': tag })
      expect([unmet.status, unmet.code]).toEqual([412, 'precondition_failed'])
      expect(unmet.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    expect((await ask({ 'if-match': '*' })).status).toBe(200)
    for (const range of ['bytes=a-b', 'bytes=9-1', 'items=0-1', 'bytes=0-1,4-5', 'bytes=', 'bytes'])
      expect([range, (await ask({ range })).status]).toEqual([range, 200])
    const modified = whole.headers.get('last-modified') ?? ''
    expect((await ask({ range: 'bytes=0-9', 'if-range': modified })).status).toBe(206)
    for (const other of [etagOf(whole), '"x"', 'Fri, 01 Jan 2100 00:00:00 GMT'])
      expect([other, (await ask({ range: 'bytes=0-9', 'if-range': other })).status]).toEqual([other, 200])
    const head = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([
      200,
      String(size),
      null,
    ])
    const same = await ask({ 'if-none-match': etagOf(whole), 'cache-control': 'max-age=0' })
    for (const name of ['etag', 'vary', 'cache-control']) expect(same.headers.get(name)).toBe(whole.headers.get(name))
    expect([same.status, whole.headers.get('vary')]).toEqual([304, 'Accept-Encoding'])
  })

  it('a range is never compressed', async () => {
    const part = await ask({ range: 'bytes=0-1999', 'accept-encoding': 'gzip, br' })
    expect([part.status, part.headers.get('content-encoding'), part.bytes.length]).toEqual([206, null, 2000])
  })

  it('of pictures: the same', async () => {
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
