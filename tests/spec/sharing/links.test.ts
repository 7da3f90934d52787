import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { createLink, createSharedGallery } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let gallery: Awaited<ReturnType<typeof createSharedGallery>>
let owner: SignedInUser
let albumId: string
beforeAll(async () => {
  gallery = await createSharedGallery(daymark, { count: 1 })
  owner = gallery.owner
  albumId = gallery.album.id
})

const create = (body: object) => owner.post<http.Share>('/api/shares', { album_id: albumId, ...body })

describe('share links of an owner', () => {
  it('S-SHARE-03 S-SHARE-04 S-SHARE-05 a new link has all fields with their defaults', async () => {
    const { status, body } = await create({})
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^[\w-]{22,}$/),
      slug: null,
      kind: 'album',
      album_id: albumId,
      album_title: 'Summer',
      url: `${daymark.site}/share/${body.token}`,
      revoked: false,
      active: true,
      expires_at: null,
      allow_downloads: true,
      watermark: false,
      theme: 'auto',
      theme_override: null,
      show_titles: true,
      show_name: true,
      allow_indexing: false,
      download_sizes: ['original'],
      download_limit: null,
      visitor_download_limit: null,
      download_count: 0,
      has_password: false,
      password_hint: null,
      picks: null,
      comments: null,
      first_look: null,
      listed: false,
      updated_at: expect.any(String),
      view_count: 0,
      last_viewed_at: null,
      created_at: expect.any(String),
    })
  })

  it('S-SHARE-03 S-SHARE-17 stores the given settings', async () => {
    const settings = { allow_downloads: false, theme: 'light', theme_override: 'dark', show_titles: false }
    const { body } = await create({ ...settings, expires_at: '2099-06-01T12:00:00Z', watermark: false })
    expect(body).toMatchObject({ ...settings, expires_at: '2099-06-01T12:00:00.000Z' })
  })

  it.each([
    ['2099-06-01', undefined, '2099-06-01T23:59:59'],
    ['2099-06-01', 'Europe/Berlin', '2099-06-01T21:59:59'],
    ['2099-06-01T10:00:00+02:00', undefined, '2099-06-01T08:00:00'],
  ])('S-SHARE-18 rule 34 expires_at %s in %s ends at %s', async (expires_at, time_zone, end) => {
    const { body } = await create({ expires_at, time_zone })
    expect(body.expires_at?.slice(0, 19)).toBe(end)
  })

  it('S-SHARE-18 rule 34 a bare date without a zone ends in the zone of the owner, also through the API', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    await owner.patch('/api/settings/profile', { time_zone: 'America/Los_Angeles' })
    const { body: album } = await owner.post<http.Album>('/api/albums', { title: 'Ends' })
    const client = await createIntegrator(owner)
    const link = { album_id: album.id, expires_at: '2099-12-24' }
    const ends = async (visitor: Visitor, path: string, more = {}) =>
      (await visitor.post<{ expires_at: string }>(path, { ...link, ...more })).body.expires_at
    const inLosAngeles = '2099-12-25T07:59:59.999Z'
    expect([await ends(owner, '/api/shares'), await ends(client, '/v1/shares')]).toEqual([inLosAngeles, inLosAngeles])
    const named = { time_zone: 'Europe/Berlin' }
    expect([await ends(owner, '/api/shares', named), await ends(client, '/v1/shares', named)]).toEqual(
      Array(2).fill('2099-12-24T22:59:59.999Z'),
    )
    expect(await ends(client, '/v1/shares', { expires_at: '2099-12-24T10:00:00Z' })).toBe('2099-12-24T10:00:00.000Z')
    const { id } = (await client.post<{ id: string }>('/v1/shares', { album_id: album.id })).body
    const patched = await client.patch<{ expires_at: string }>(`/v1/shares/${id}`, { expires_at: '2099-12-24' })
    expect(patched.body.expires_at).toBe(inLosAngeles)
    const guests = `/v1/albums/${album.id}/upload-links`
    expect(await ends(client, guests, { title: 'Send us yours' })).toBe(inLosAngeles)
    const { body: uploadLinks } = await owner.get(`/api/albums/${album.id}/upload-links`)
    expect(uploadLinks).toMatchObject({ links: [{ title: 'Send us yours', expires_at: inLosAngeles }] })
    for (const path of ['/v1/shares', guests]) {
      const wrong = await client.post(path, { ...link, title: 'x', time_zone: 'Middle/Earth' })
      expect([wrong.status, wrong.body]).toMatchObject([
        400,
        { message: expect.stringContaining('time_zone') as string },
      ])
    }
  })

  it('rule 34: without a chosen zone a bare date ends in the last zone of the browser', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const { body: album } = await owner.post<http.Album>('/api/albums', { title: 'Ends' })
    const client = await createIntegrator(owner)
    const ends = async () =>
      (await client.post<{ expires_at: string }>('/v1/shares', { album_id: album.id, expires_at: '2099-12-24' })).body
        .expires_at
    const openApplication = (zone: string) => owner.get('/api/auth/me', { 'x-time-zone': zone })
    expect(await ends()).toBe('2099-12-24T23:59:59.999Z')
    for (const [zone, end] of [
      ['America/Los_Angeles', '2099-12-25T07:59:59.999Z'],
      ['Europe/Berlin', '2099-12-24T22:59:59.999Z'],
      ['Middle/Earth', '2099-12-24T22:59:59.999Z'],
    ] as const) {
      expect((await openApplication(zone)).status).toBe(200)
      expect([zone, await ends()]).toEqual([zone, end])
    }
    await owner.patch('/api/settings/profile', { time_zone: 'Asia/Tokyo' })
    expect(await ends()).toBe('2099-12-24T14:59:59.999Z')
  })

  it.each([null, ''])('S-SHARE-05 S-PANEL-09 expires_at %p means no end', async expires_at => {
    expect((await create({ expires_at })).body.expires_at).toBeNull()
  })

  it('S-SHARE-06 an unknown theme is not stored', async () => {
    expect((await create({ theme: 'sepia' })).status).toBe(400)
    const { id } = await createLink(owner, { album_id: albumId })
    expect((await owner.patch(`/api/shares/${id}`, { theme: 'sepia' })).status).toBe(400)
    expect((await linkOf(id)).theme).toBe('auto')
  })

  it('S-SHARE-23 album_id is required and must belong to the caller', async () => {
    expect((await owner.post('/api/shares', {})).status).toBe(400)
    for (const album_id of [randomUUID(), 'x']) expect((await create({ album_id })).status).toBe(404)
    const anonymous = await daymark.createUser()
    const before = (await owner.get<http.Share[]>('/api/shares')).body.length
    expect((await anonymous.post('/api/shares', { album_id: albumId })).status).toBe(404)
    expect((await owner.get<http.Share[]>('/api/shares')).body).toHaveLength(before)
  })

  it('S-SHARE-01 S-SHARE-02 lists all links of the caller, or those of one album', async () => {
    const person = await daymark.createUser()
    const [one, two] = [await ownAlbum(person, 'One'), await ownAlbum(person, 'Two')]
    const first = await createLink(person, { album_id: one })
    const second = await createLink(person, { album_id: two })
    const ids = async (path: string) => (await person.get<http.Share[]>(path)).body.map(link => link.id).toSorted()
    expect(await ids('/api/shares')).toEqual([first.id, second.id].toSorted())
    expect(await ids(`/api/shares?album_id=${one}`)).toEqual([first.id])
    expect(await ids(`/api/shares?album_id=${albumId}`)).toEqual([])
  })

  it('rule 36 PATCH changes the given fields, with either spelling of downloads', async () => {
    const { id } = await createLink(owner, { album_id: albumId })
    const change = async (body: object) => (await owner.patch<http.Share>(`/api/shares/${id}`, { ...body })).body
    expect(await change({ allow_download: false })).toMatchObject({ allow_downloads: false, show_titles: true })
    expect(await change({ show_titles: false, theme: null })).toMatchObject({ allow_downloads: false, theme: null })
    expect(await change({ allow_downloads: true })).toMatchObject({ allow_downloads: true, show_titles: false })
  })

  it('rule 145 the preflight finds problems of the saved settings and of settings that are not saved yet', async () => {
    const { id } = await createLink(owner, { album_id: albumId, expires_at: '2020-01-01' })
    const saved = await owner.get<http.Preflight>(`/api/shares/${id}/preflight`)
    const draft = { share_id: id, expires_at: '2099-01-01' }
    const unsaved = await owner.post<http.Preflight>('/api/shares/preflight', draft)
    const hasExpired = ({ body }: typeof saved) => body.findings.some(({ kind }) => kind === 'expired')
    expect([saved.body.image_count, hasExpired(saved), hasExpired(unsaved)]).toEqual([1, true, false])
  })

  it('S-SHARE-09 DELETE removes the link', async () => {
    const { id } = await createLink(owner, { album_id: albumId })
    expect(await owner.delete(`/api/shares/${id}`)).toMatchObject({ status: 200, body: { success: true } })
    expect((await owner.get<http.Share[]>('/api/shares')).body.map(link => link.id)).not.toContain(id)
    expect((await owner.delete(`/api/shares/${id}`)).status).toBe(404)
  })
})

const linkOf = async (id: string) =>
  (await owner.get<http.Share[]>('/api/shares')).body.find(link => link.id === id) as http.Share
const ownAlbum = async (person: SignedInUser, title: string) =>
  (await person.post<http.Album>('/api/albums', { title })).body.id
