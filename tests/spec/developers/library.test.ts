import { randomUUID } from 'node:crypto'
import { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createGuestUpload, decideReceived, sendPicture } from '../../support/guests.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { createAlbum, createTag, uploadPhotos } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { uploadLogo } from '../../support/watermark.ts'

type Share = http.v1.Share
type Shares = { shares: Share[]; total: number; limit: number; offset: number }
type Found = { query: string; type: string; images: http.v1.Image[]; albums: http.v1.Album[]; total: number }

const daymark = setUpDaymark({ env: UNLIMITED })
let alice: SignedInUser
let api: Visitor
let images: http.Image[]
beforeAll(async () => {
  alice = await daymark.createUser({ tier: 'studio' })
  api = await createIntegrator(alice)
  images = await uploadPhotos(daymark, alice, 3)
})

const done = { status: 200, body: { success: true, message: expect.any(String) } }

describe('shares of the public API', () => {
  const list = async (query = '', by = api) => (await by.get<Shares>(`/v1/shares${query}`)).body
  const share = async (body: object) => api.post<Share>('/v1/shares', { ...body })
  const open = async (token: string) => (await daymark.visitor().get(`/api/shares/public/${token}`)).status

  it('S-V1-24 S-V1-25 one is created with the documented defaults and fields, and opens', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    const { status, body } = await share({ album_id: id })
    expect(status).toBe(201)
    expect(http.v1.share.strict().parse(body)).toEqual(body)
    const usual = { album_id: id, allow_download: true, watermark: false, expires_at: null, view_count: 0 }
    expect(body).toMatchObject({ ...usual, has_password: false, revoked: false, last_viewed_at: null })
    expect(body.public_url).toBe(`${daymark.url}/share/${body.token}`)
    expect(await open(body.token)).toBe(200)
  })
  it('S-V1-24 S-V1-31 accepts the documented fields, also in camelCase', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    await uploadLogo(alice)
    const { body } = await share({ albumId: id, allowDownload: false, expiresAt: '2031-12-31', watermark: true })
    const until = '2031-12-31T23:59:59.999Z'
    expect(body).toMatchObject({ album_id: id, allow_download: false, expires_at: until, watermark: true })
    const locked = (await share({ album_id: id, password: 'secret words' })).body
    expect([locked.has_password, await open(locked.token)]).toEqual([true, 401])
    expect(JSON.stringify(locked)).not.toContain('secret')
    for (const wrong of [
      {},
      { album_id: id, expires_at: 'soon' },
      { album_id: id, allow_download: 'no' },
      { album_id: 5 },
    ])
      expect((await share(wrong)).status).toBe(400)
    for (const unknown of [randomUUID(), 'x', '']) expect((await share({ album_id: unknown })).status).toBe(404)
    // like /api: the link has expired from the start
    const over = (await share({ album_id: id, expires_at: '2001-01-01' })).body
    expect([over.expires_at, await open(over.token)]).toEqual(['2001-01-01T23:59:59.999Z', 410])
  })
  it('S-V1-23 are listed in pages, the newest first, and by album', async () => {
    const bob = await daymark.createUser({ tier: 'studio' })
    const his = await createIntegrator(bob)
    const [one, two] = [await createAlbum(bob, 'One'), await createAlbum(bob, 'Two')]
    const created: string[] = []
    for (const album of [one, two, one]) {
      created.unshift((await createLink(bob, { album_id: album.id })).id)
      await daymark.clock.advance(1000)
    }
    const all = await list('', his)
    expect(all).toMatchObject({ total: 3, limit: 50, offset: 0 })
    expect(all.shares.map(({ id }) => id)).toEqual(created)
    expect((await list('?limit=1&offset=1', his)).shares).toMatchObject([{ id: created[1], album_id: two.id }])
    expect(await list(`?albumId=${one.id}`, his)).toMatchObject({
      total: 2,
      shares: [{ id: created[0] }, { id: created[2] }],
    })
    expect(await list('?album_id=x', his)).toMatchObject({ shares: [], total: 0 })
    expect(await list('?limit=500', his)).toMatchObject({ limit: 200 })
    expect((await his.get('/v1/shares?offset=-1')).status).toBe(400)
    expect((await his.get<Share>(`/v1/shares/${created[1]}`)).body).toEqual(all.shares[1])
  })
  it('S-V1-26 S-V1-39 a change affects visitors and both APIs', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    const link = await createLink(alice, { album_id: id })
    const change = { allow_download: false, expires_at: '2031-05-01T10:00:00Z' }
    const { status, body } = await api.patch<Share>(`/v1/shares/${link.id}`, change)
    expect([status, body]).toEqual([200, expect.objectContaining({ allow_download: false, expires_at: '2031-05-01T10:00:00.000Z' })]) // prettier-ignore
    expect((await daymark.visitor().get(`/api/shares/public/${link.token}/download`)).status).toBe(403)
    const owners = (await alice.get<http.Share[]>(`/api/shares?album_id=${id}`)).body
    expect(owners).toMatchObject([{ id: link.id, allow_downloads: false }])
    expect((await api.patch<Share>(`/v1/shares/${link.id}`, { expiresAt: null })).body).toMatchObject({
      expires_at: null,
    })
    for (const wrong of [{ expires_at: 'soon' }, { allow_download: 1 }])
      expect((await api.patch(`/v1/shares/${link.id}`, wrong)).status).toBe(400)
  })
  it('S-V1-29 one is revoked and deleted, with success and message', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    const [revoked, deleted] = [await createLink(alice, { album_id: id }), await createLink(alice, { album_id: id })]
    expect(await api.post(`/v1/shares/${revoked.id}/revoke`)).toMatchObject(done)
    expect(await api.delete(`/v1/shares/${deleted.id}`)).toMatchObject(done)
    expect([await open(revoked.token), await open(deleted.token)]).toEqual([410, 404])
    expect((await api.get<Share>(`/v1/shares/${revoked.id}`)).body.revoked).toBe(true)
    expect((await api.get(`/v1/shares/${deleted.id}`)).status).toBe(404)
    expect((await api.delete(`/v1/shares/${deleted.id}`)).status).toBe(404)
  })
})

describe('the library through the public API', () => {
  let bob: SignedInUser
  let his: Visitor
  let summer: http.Image
  beforeAll(async () => {
    bob = await daymark.createUser({ tier: 'studio' })
    his = await createIntegrator(bob)
    const [one, two, three] = (await uploadPhotos(daymark, bob, 3)) as [http.Image, http.Image, http.Image]
    summer = one
    await bob.patch(`/api/images/${one.id}`, { title: 'Summer in the Alps', tags: ['sea', 'Sun'] })
    await bob.patch(`/api/images/${two.id}`, { title: '100% SUMMER', caption: 'not a winter', tags: ['sea'] })
    await bob.patch(`/api/images/${three.id}`, { caption: 'summer' })
    const album = await createAlbum(bob, 'Summer 2024', [one])
    await createAlbum(bob, 'Winter', [two])
    await createLink(bob, { album_id: album.id })
    const revoked = await createLink(bob, { album_id: album.id })
    await bob.post(`/api/shares/${revoked.id}/revoke`)
  })

  it('S-V1-03 rule 49 stats match the figures of the application', async () => {
    const { body } = await his.get<{ storage: { used: number; limit: number } }>('/v1/stats')
    const totals = (await bob.get<{ totalStorage: number }>('/api/analytics')).body
    const storage = (await bob.get<http.Subscription>('/api/subscription')).body.storage
    expect(body).toEqual({
      images: 3,
      albums: 2,
      shares: 1,
      tags: 2,
      storage: { used: totals.totalStorage, limit: storage.limit },
    })
    expect(body.storage.used).toBeGreaterThan(0)
  })
  it('S-V1-04 tags have their current image counts and are paged', async () => {
    type Tags = { tags: { id: string; label: string }[]; total: number; limit: number; offset: number }
    const tags = async (query = '') => (await his.get<Tags>(`/v1/tags${query}`)).body
    expect(await tags()).toEqual({
      total: 2,
      limit: 50,
      offset: 0,
      tags: [
        { id: expect.any(String), label: 'sea', image_count: 2 },
        { id: expect.any(String), label: 'Sun', image_count: 1 },
      ],
    })
    expect(await tags('?limit=1&offset=1')).toMatchObject({ tags: [{ label: 'Sun' }], total: 2, limit: 1, offset: 1 })
    await bob.delete(`/api/images/${summer.id}/tags/${(await tags()).tags[1]?.id}`)
    expect(await tags()).toMatchObject({ tags: [{ image_count: 2 }, { label: 'Sun', image_count: 0 }] })
    const { id } = await createTag(bob, 'a new one')
    expect(await tags()).toMatchObject({ total: 3, tags: [{ label: 'a new one', image_count: 0 }, {}, {}] })
    await bob.delete(`/api/tags/${id}`)
    expect(await tags()).toMatchObject({ total: 2 })
  })

  const search = async (query: string) => (await his.get<Found>(`/v1/search?${query}`)).body
  const titles = ({ albums, images: found }: Found) => [...albums, ...found].map(({ title }) => title)
  it('S-V1-07 rule 49 search finds albums and images by words of their titles', async () => {
    const found = await search('q=summer')
    expect(found).toMatchObject({ query: 'summer', type: 'all', total: 3, limit: 20, offset: 0 })
    expect(titles(found)).toEqual(['Summer 2024', '100% SUMMER', 'Summer in the Alps'])
    expect(http.v1.searchAnswer.strict().parse(found)).toEqual(found)
    expect(found.albums[0]?.visibility).toBe('shared')
    expect(titles(await search('q=alps+SUMMER'))).toEqual(['Summer in the Alps'])
    expect(titles(await search('q=100%25'))).toEqual(['100% SUMMER'])
    expect(titles(await search('q=winter'))).toEqual(['Winter'])
    expect(await search('q=zebra')).toMatchObject({ images: [], albums: [], total: 0 })
    // photos without a title are found by their file name
    expect((await search('q=beach')).images).toMatchObject([{ title: '', filename: 'Beach 2.JPG' }])
  })
  it('S-V1-08 search can be limited to one kind', async () => {
    expect(await search('q=summer&type=albums')).toMatchObject({ images: [], albums: [{}], total: 1 })
    expect(await search('q=summer&type=images')).toMatchObject({ albums: [], images: [{}, {}], total: 2 })
    expect((await his.get('/v1/search?q=summer&type=tags')).status).toBe(400)
  })
  it('S-V1-09 search pages span both kinds', async () => {
    const pages = [0, 1, 2, 3].map(offset => search(`q=summer&limit=1&offset=${offset}`))
    expect((await Promise.all(pages)).map(titles)).toEqual([
      ['Summer 2024'],
      ['100% SUMMER'],
      ['Summer in the Alps'],
      [],
    ])
    const two = await search('q=summer&limit=2')
    expect([titles(two), two.total]).toEqual([['Summer 2024', '100% SUMMER'], 3])
    expect(await search('q=summer&limit=999')).toMatchObject({ limit: 200 })
  })
  it('S-V1-06 search requires q', async () => {
    for (const wrong of ['', '?q=', '?q=%20', '?query=summer', `?q=${'x'.repeat(201)}`, '?q=a&limit=-1'])
      expect((await his.get(`/v1/search${wrong}`)).status).toBe(400)
    for (const value of ['%00', '%25', '_', '%F0%9F%8C%8A', '%5C'])
      expect((await his.get(`/v1/search?q=${value}`)).status).toBe(200)
  })
})

it('rule 25 images deleted by a client are in the trash, which clients cannot see', async () => {
  const bea = await daymark.createUser({ tier: 'studio' })
  const [photo, other] = (await uploadPhotos(daymark, bea, 2)) as [http.Image, http.Image]
  const [album, keptAlbum] = [await createAlbum(bea, 'Trip', [other]), await createAlbum(bea, 'Kept', [])]
  const link = await createLink(bea, { album_id: keptAlbum.id })
  const client = await createIntegrator(bea, ['read', 'write'])
  for (const path of [`images/${photo.id}`, `shares/${link.id}`, `albums/${album.id}?delete_images=true`])
    expect([path, (await client.delete(`/v1/${path}`)).status]).toEqual([path, 200])
  await daymark.settle()
  expect((await bea.get<http.TrashList>('/api/trash')).body.counts).toEqual({
    images: 2,
    albums: 1,
    tags: 0,
    shares: 1,
  })
  expect((await client.get('/api/trash')).status).toBe(401)
  const restoreBody = { image_ids: [photo.id], album_ids: [album.id], share_ids: [link.id] }
  const { status, body } = await bea.post<http.RestoredTrash>('/api/trash/restore', restoreBody)
  expect([status, body.restored]).toEqual([200, { images: 2, albums: 1, tags: 0, shares: 1 }])
  await daymark.settle()
  const shown = (await client.get<{ images: { id: string }[] }>('/v1/images')).body.images
  expect(shown.map(({ id }) => id).toSorted()).toEqual([photo.id, other.id].toSorted())
  expect((await client.get(`/v1/albums/${album.id}`)).body).toMatchObject({ title: 'Trip', image_count: 1 })
})

/** Creates a paused webhook, whose deliveries wait, and returns a function that lists them. */
async function createPausedWebhook(owner: SignedInUser, events: http.v1.WebhookEvent[]) {
  const { sql } = daymark.db('developer')
  await sql(
    `INSERT INTO webhooks (id, owner_id, url, host, events, secret, active, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'https://hooks.example', 'hooks.example', $2, '', false, now(), now())`,
    [owner.id, events],
  )
  await daymark.settle()
  const deliveries = `SELECT d.type, d.object_id AS id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.owner_id = $1 ORDER BY d.type`
  return async () => {
    await daymark.settle()
    return sql(deliveries, [owner.id])
  }
}

it('rule 151 rule 154 an approved photo of a guest is an image, and webhooks report when it is processed', async () => {
  const bea = await daymark.createUser({ tier: 'studio' })
  const { album, token, guest } = await createGuestUpload(daymark, {}, bea)
  const listDeliveries = await createPausedWebhook(bea, ['image.processed'])
  const { id } = await sendPicture(guest, token, 1)
  expect(await listDeliveries()).toEqual([])
  expect((await decideReceived(bea, album.id, 'accept')).body).toMatchObject({ accepted: 1 })
  expect(await listDeliveries()).toEqual([{ type: 'image.processed', id }])
  const client = await createIntegrator(bea)
  expect((await client.get(`/v1/images/${id}`)).body).toMatchObject({ sent_by: 'Anna', album_id: album.id })
})

it('rule 51 webhooks report a deleted link like a revoked one, but not links that end with their album', async () => {
  const bea = await daymark.createUser({ tier: 'studio' })
  const [keptAlbum, deletedAlbum] = [await createAlbum(bea, 'Kept', []), await createAlbum(bea, 'Gone', [])]
  const directLink = await createLink(bea, { album_id: keptAlbum.id })
  await createLink(bea, { album_id: deletedAlbum.id })
  const listDeliveries = await createPausedWebhook(bea, ['share.revoked', 'album.deleted'])
  await bea.delete(`/api/shares/${directLink.id}`)
  await bea.delete(`/api/albums/${deletedAlbum.id}`)
  expect(await listDeliveries()).toEqual([
    { type: 'album.deleted', id: deletedAlbum.id },
    { type: 'share.revoked', id: directLink.id },
  ])
})
