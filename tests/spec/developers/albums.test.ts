import { randomUUID } from 'node:crypto'
import { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { createAlbum, uploadPhotos } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'

type Album = http.v1.Album
type Albums = { albums: Album[]; total: number; limit: number; offset: number; next_cursor: string | null }
type Manifest = { album: Album; generated_at: string; images: http.v1.ManifestImage[] }

const daymark = setUpDaymark({ env: UNLIMITED })
let alice: SignedInUser
let api: Visitor
let images: http.Image[]
beforeAll(async () => {
  alice = await daymark.createUser({ tier: 'studio' })
  api = await createIntegrator(alice)
  images = await uploadPhotos(daymark, alice, 3)
})

const list = async (query = '', by = api) => (await by.get<Albums>(`/v1/albums${query}`)).body
const read = async (id: string) => (await api.get<Album>(`/v1/albums/${id}`)).body
const JSON_LINES = { accept: 'application/x-ndjson' }
const lines = (bytes: Buffer) => bytes.toString().trimEnd().split('\n').map(line => JSON.parse(line)) // prettier-ignore

describe('albums of the public API', () => {
  it('S-V1-14 S-V1-11 rule 48 a new one has the documented fields and is private', async () => {
    const { status, body } = await api.post<Album>('/v1/albums', { title: 'A', description: 'B', visibility: 'shared' })
    expect(status).toBe(201)
    const times = { created_at: expect.any(String), updated_at: expect.any(String) }
    const fields = {
      title: 'A',
      description: 'B',
      image_count: 0,
      cover_url: null,
      visibility: 'private',
      sections: [],
    }
    expect(body).toEqual({ id: expect.any(String), ...fields, ...times })
    expect(http.v1.album.strict().parse(body)).toEqual(body)
    for (const wrong of [{}, { title: ' ' }, { title: 'x'.repeat(301) }, { title: 'A', visibility: 'secret' }])
      expect((await api.post('/v1/albums', wrong)).status).toBe(400)
  })
  it('S-V1-12 S-V1-11 one has its image count and cover, and is shared while a link is active', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    expect(await read(id)).toMatchObject({ id, title: 'Trip', image_count: 3, visibility: 'private' })
    const cover = (await read(id)).cover_url ?? ''
    expect(cover).toBe(`${daymark.url}${images[0]?.thumbnail_url}`)
    expect((await api.get(cover)).headers.get('content-type')).toBe('image/jpeg')
    const link = await createLink(alice, { album_id: id })
    expect(await read(id)).toMatchObject({ visibility: 'shared' })
    expect((await list()).albums.find(album => album.id === id)).toMatchObject({ visibility: 'shared' })
    await alice.post(`/api/shares/${link.id}/revoke`)
    expect(await read(id)).toMatchObject({ visibility: 'private' })
  })
  it('S-V1-10 are listed in pages, Favorites first and then the newest, as in /api', async () => {
    const bob = await daymark.createUser({ tier: 'studio' })
    const his = await createIntegrator(bob)
    expect(await list('', his)).toMatchObject({ albums: [{ title: 'Favorites' }], total: 1, limit: 50, offset: 0 })
    for (let n = 0; n < 6; n++) await createAlbum(bob, `Album ${n}`)
    const all = (await bob.get<http.Album[]>('/api/albums')).body.map(album => album.id)
    const paged: string[] = []
    for (const offset of [0, 3, 6, 9]) {
      const page = await list(`?limit=3&offset=${offset}`, his)
      expect(page).toMatchObject({ total: 7, limit: 3, offset })
      paged.push(...page.albums.map(album => album.id))
    }
    expect(paged).toEqual(all)
    expect(await list('?limit=1000', his)).toMatchObject({ limit: 200, total: 7 })
    expect(await list('?limit=0', his)).toMatchObject({ albums: [], total: 7, next_cursor: null })
    for (const wrong of ['limit=-1', 'limit=x', 'offset=-1', 'offset=1.5', 'limit='])
      expect((await his.get(`/v1/albums?${wrong}`)).status).toBe(400)
  })
  it('pages by cursor contain every album once while others are created and deleted', async () => {
    const bob = await daymark.createUser({ tier: 'studio' })
    const his = await createIntegrator(bob)
    for (let n = 0; n < 5; n++) await createAlbum(bob, `Album ${n}`)
    const before = (await list('', his)).albums
    const first = await list('?limit=2', his)
    await createAlbum(bob, 'Newer')
    await bob.delete(`/api/albums/${before[1]?.id}`)
    const second = await list(`?limit=2&cursor=${first.next_cursor}`, his)
    const third = await list(`?limit=2&cursor=${second.next_cursor}`, his)
    const pages = [first, second, third]
    expect(pages.flatMap(({ albums }) => albums.map(album => album.id))).toEqual(before.map(album => album.id))
    expect(third.next_cursor).toBeNull()
    // offsets work as well
    const { next_cursor: cursor } = await list('?limit=1&offset=2', his)
    expect((await list(`?limit=1&cursor=${cursor}`, his)).albums[0]?.id).toBe((await list('', his)).albums[3]?.id)
    for (const wrong of ['x', 'W10', 'WzEsMl0', encodeURIComponent(`${cursor}x`.slice(5))])
      expect((await his.get(`/v1/albums?cursor=${wrong}`)).status).toBe(400)
  })
  it('title and description can be changed, except the name of Favorites', async () => {
    const { id } = await createAlbum(alice, 'Old')
    const { status, body } = await api.patch<Album>(`/v1/albums/${id}`, { title: 'New', description: 'Snow' })
    expect([status, body]).toEqual([200, expect.objectContaining({ id, title: 'New', description: 'Snow' })])
    expect(await read(id)).toEqual(body)
    const [favorites] = (await list()).albums
    expect((await api.patch(`/v1/albums/${favorites?.id}`, { title: 'Best' })).status).toBe(409)
    expect((await api.delete(`/v1/albums/${favorites?.id}`)).status).toBe(409)
  })
  it('S-V1-29 deleting one answers success and message and keeps the images, unless they are included in the request', async () => {
    const bob = await daymark.createUser({ tier: 'studio' })
    const his = await createIntegrator(bob)
    const [one, two] = (await uploadPhotos(daymark, bob, 2)) as [http.Image, http.Image]
    const [first, second] = [await createAlbum(bob, 'A', [one]), await createAlbum(bob, 'B', [two])]
    const answer = { status: 200, body: { success: true, message: expect.any(String) } }
    expect(await his.delete(`/v1/albums/${first.id}`)).toMatchObject(answer)
    expect(await his.delete(`/v1/albums/${second.id}?deleteImages=true`)).toMatchObject(answer)
    expect((await his.get(`/v1/images/${one.id}`)).status).toBe(200)
    expect((await his.get(`/v1/images/${two.id}`)).status).toBe(404)
    expect((await his.get(two.thumbnail_url)).status).toBe(404)
  })
  it('rule 48 images are added and removed with either spelling of the fields', async () => {
    const { id } = await createAlbum(alice, 'Trip')
    const ids = images.map(image => image.id)
    const add = (body: object) => api.post(`/v1/albums/${id}/images`, { ...body })
    expect((await add({ imageIds: ids.slice(0, 2) })).body).toMatchObject({ success: true, added: 2, skipped: 0 })
    expect((await add({ image_ids: ids })).body).toMatchObject({ added: 1, skipped: 2 })
    const removed = await api.delete(`/v1/albums/${id}/images`, { image_ids: ids.slice(1) })
    expect(removed).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } })
    expect((await read(id)).image_count).toBe(1)
    for (const wrong of [{}, { image_ids: [] }, { image_ids: 'x' }]) expect((await add(wrong)).status).toBe(400)
    expect((await add({ image_ids: [randomUUID()] })).status).toBe(404)
  })
})

describe('the manifest of an album', () => {
  it('S-V1-13 rule 49 lists every file with its checksum in the order of the album', async () => {
    const { id } = await createAlbum(alice, 'Trip', images.toReversed())
    const { status, body } = await api.get<Manifest>(`/v1/albums/${id}/manifest`)
    expect(status).toBe(200)
    expect(http.v1.manifest.strict().parse(body)).toEqual(body)
    expect(body.album).toEqual(await read(id))
    expect(body.images.map(image => image.id)).toEqual(images.toReversed().map(image => image.id))
    expect(body.images.map(image => image.position)).toEqual([0, 1, 2])
    for (const { filename, size, sha256, variants } of body.images) {
      const original = await api.get(variants.original)
      expect([filename.slice(0, 5), original.bytes.length]).toEqual(['Beach', size])
      const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(original.bytes))
      expect(Buffer.from(digest).toString('hex')).toBe(sha256)
      expect((await api.get(variants.thumbnail)).status).toBe(200)
    }
  })
  it('is available as JSON lines, starting with the album', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    const [whole, answer] = [await api.get<Manifest>(`/v1/albums/${id}/manifest`), await api.get(`/v1/albums/${id}/manifest`, JSON_LINES)] // prettier-ignore
    expect(answer.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    expect(answer.headers.get('vary')?.split(', ')).toContain('Accept')
    const [head, ...remaining] = lines(answer.bytes)
    expect(head).toEqual({ album: whole.body.album, generated_at: expect.any(String) })
    expect(remaining).toEqual(whole.body.images)
  })
  it('spans several pages, and an empty album has an empty one', async () => {
    const bob = await daymark.createUser({ tier: 'studio' })
    const his = await createIntegrator(bob)
    const { id } = await createAlbum(bob, 'Large')
    // inserts rows like library, because uploading a thousand photos takes a minute
    const rows = await daymark.db('library').sql<{ id: string }>(MANY, [bob.id, id])
    expect(rows).toHaveLength(1001)
    const { body } = await his.get<Manifest>(`/v1/albums/${id}/manifest`)
    const [, ...found] = lines((await his.get(`/v1/albums/${id}/manifest`, JSON_LINES)).bytes)
    expect(body.images).toEqual(found)
    expect(body.images.map(image => image.id)).toEqual(rows.map(row => row.id))
    expect(body.images.at(-1)?.position).toBe(1000)
    const empty = await createAlbum(alice, 'Empty')
    expect((await api.get<Manifest>(`/v1/albums/${empty.id}/manifest`)).body.images).toEqual([])
    expect(lines((await api.get(`/v1/albums/${empty.id}/manifest`, JSON_LINES)).bytes)).toHaveLength(1)
  })
  it('has an ETag that changes only with the album', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    const request = async (etag = '', headers = {}) =>
      api.get(`/v1/albums/${id}/manifest`, { ...(etag && { 'if-none-match': etag }), ...headers })
    const etag = (await request()).headers.get('etag') ?? ''
    expect(await request(etag)).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
    expect((await request(etag, JSON_LINES)).status).toBe(200)
    await alice.delete(`/api/albums/${id}/images/${images[0]?.id}`)
    expect((await request(etag)).status).toBe(200)
  })
})

it('S-V1-10 S-V1-12 reads have an ETag, and unchanged resources answer 304', async () => {
  const { id } = await createAlbum(alice, 'Trip')
  for (const path of [
    '/v1/albums',
    `/v1/albums/${id}`,
    '/v1/images',
    '/v1/tags',
    '/v1/stats',
    '/v1/shares',
    '/v1/search?q=trip',
  ]) {
    const first = await api.get(path)
    const again = await api.get(path, { 'if-none-match': first.headers.get('etag') ?? 'none' })
    expect([path, first.status, again.status]).toEqual([path, 200, 304])
    expect(first.headers.get('cache-control')).toMatch(/^(private, no-cache|no-store)$/)
  }
  const before = (await api.get('/v1/images')).headers.get('etag') ?? ''
  await alice.patch(`/api/images/${images[0]?.id}`, { title: 'Other' })
  const after = await api.get<{ images: http.v1.Image[] }>('/v1/images', { 'if-none-match': before })
  expect(after.body.images.find(image => image.id === images[0]?.id)?.title).toBe('Other')
})

const MANY = `
  WITH made AS (
    INSERT INTO photos (owner_id, number, stem, extension, filename, original_filename, object_key, size, sha256, crc32, mime_type,
      format, created_at, updated_at)
    SELECT $1::uuid, 1000000 + n, 'many-' || n, 'jpg', 'many-' || n || '.jpg', n || '.jpg', 'originals/many-' || n, 1, 'ab', 1,
      'image/jpeg', 'JPEG', now(), now() FROM generate_series(1, 1001) AS n RETURNING id, number
  ), placed AS (
    INSERT INTO album_photos (album_id, photo_id, position) SELECT $2::uuid, id, number FROM made RETURNING photo_id, position)
  SELECT photo_id AS id FROM placed ORDER BY position`
