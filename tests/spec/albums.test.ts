import { randomUUID } from 'node:crypto'
import { http } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../support/daymark.ts'
import { createAlbum, imageIds, uploadPhotos } from '../support/photos.ts'
import { etagOf } from '../support/raw-requests.ts'
import { createLink } from '../support/shared-gallery.ts'

const daymark = setUpDaymark()
let alice: SignedInUser
let images: http.Image[]
beforeAll(async () => {
  alice = await daymark.createUser()
  images = await uploadPhotos(daymark, alice, 4)
})

const ids = (...numbers: number[]): string[] => numbers.map(n => (images[n] as http.Image).id)
const read = async (id: string, query = '') => (await alice.get<http.AlbumDetail>(`/api/albums/${id}${query}`)).body
const order = async (id: string) => (await read(id)).images.map(image => image.id)
const list = async (owner = alice) => (await owner.get<http.Album[]>('/api/albums')).body
const favorites = async () => (await list()).find(album => album.is_favorites) as http.Album

describe('albums', () => {
  it('L-API-20 L-ENT-12 L-MKT-03 a new album is private and empty, and the answer has its id', async () => {
    const { status, body } = await alice.post<http.Album>('/api/albums', { title: ' Trip ', description: 'By train' })
    expect(status).toBe(201)
    const remaining = {
      visibility: 'private',
      theme: 'auto',
      is_favorites: false,
      cover_url: null,
      cover_placeholder: null,
    }
    const facts = { id: expect.any(String), title: 'Trip', description: 'By train', image_count: 0, cover_image: null }
    const head = { cover_image_id: null, cover_x: 50, cover_y: 50, header_layout: 'hero', sections: [] }
    const times = { created_at: expect.any(String), updated_at: expect.any(String) }
    expect(body).toEqual({ ...facts, ...remaining, ...head, ...times })
    expect(await daymark.visitor().get(`/api/albums/${body.id}`)).toMatchObject({ status: 401 })
  })
  it('L-ALB-02 need a title', async () => {
    for (const body of [{}, { title: '' }, { title: '   ' }, { title: 7 }, { title: 'x'.repeat(301) }])
      expect((await alice.post('/api/albums', { ...body })).status).toBe(400)
  })
  it('L-API-19 L-ALB-03 L-API-37 are listed after Favorites with count, cover and visibility', async () => {
    const bob = await daymark.createUser()
    const photos = await uploadPhotos(daymark, bob, 2)
    const [full, empty] = [await createAlbum(bob, 'Full', photos), await createAlbum(bob, 'Empty')]
    await createLink(bob, { album_id: full.id })
    const cover = { cover_image: photos[0]?.thumbnail_url, cover_placeholder: photos[0]?.placeholder }
    expect(await list(bob)).toMatchObject([
      { title: 'Favorites', is_favorites: true, image_count: 0, visibility: 'private' },
      { id: empty.id, title: 'Empty', image_count: 0, cover_image: null, visibility: 'private' },
      { id: full.id, title: 'Full', image_count: 2, visibility: 'shared', ...cover },
    ])
  })
  it('L-API-22 one album is answered with its fields and images, at the top level and under album', async () => {
    const { id } = await createAlbum(alice, 'Two', [images[1], images[0]] as http.Image[])
    const answer = await read(id)
    const { album, images: shown, total, limit, offset, ...fields } = answer
    expect(shown).toEqual([images[1], images[0]])
    expect(album).toEqual({ ...fields, images: shown })
    expect([total, limit, offset]).toEqual([2, 1000, 0])
    expect((await read(id, '?limit=1&offset=1')).images).toEqual([images[0]])
  })
  it('L-API-23 title, description, theme and cover can be changed', async () => {
    const { id } = await createAlbum(alice, 'Old', images.slice(0, 2))
    const change = { title: 'New', description: 'Snow', theme: 'light', cover_image_id: images[1]?.id }
    const { status, body } = await alice.patch<http.Album>(`/api/albums/${id}`, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'New', description: 'Snow', theme: 'light', image_count: 2 })
    expect(body.cover_image).toBe(images[1]?.thumbnail_url)
    const head = { cover_image_id: images[0]?.id, cover_x: 12.5, cover_y: 100, header_layout: 'framed' }
    const plain = { 'accept-encoding': 'identity' }
    const changed = await alice.patch<http.Album>(`/api/albums/${id}`, head, plain)
    expect(changed.body).toMatchObject(head)
    expect(etagOf(changed)).toBe(etagOf(await alice.get(`/api/albums/${id}`, plain)))
    const wrongHead = [{ cover_x: 101 }, { cover_y: -1 }, { cover_x: '5' }, { header_layout: 'circus' }]
    for (const wrong of [{ title: ' ' }, { theme: 'pink' }, { description: 5 }, ...wrongHead])
      expect((await alice.patch(`/api/albums/${id}`, wrong)).status).toBe(400)
    expect(await read(id)).toMatchObject({ title: 'New', description: 'Snow', theme: 'light', ...head })
  })
  it('L-API-24 deleting an album keeps its images', async () => {
    const { id } = await createAlbum(alice, 'Gone', images)
    expect(await alice.delete(`/api/albums/${id}`, { deletePhotos: false })).toMatchObject({ status: 200 })
    expect((await alice.get(`/api/albums/${id}`)).status).toBe(404)
    expect(await imageIds(alice)).toHaveLength(4)
  })
  it.each(['body', 'query'])('L-API-25 deletePhotos in the %s also deletes the images', async where => {
    const bob = await daymark.createUser()
    const [one, two] = (await uploadPhotos(daymark, bob, 2)) as [http.Image, http.Image]
    const { id } = await createAlbum(bob, 'Gone', [one])
    if (where === 'body') await bob.delete(`/api/albums/${id}`, { deletePhotos: true })
    else await bob.delete(`/api/albums/${id}?deletePhotos=true`)
    expect(await imageIds(bob)).toEqual([two.id])
    expect((await bob.get(one.url)).status).toBe(404)
  })
})

describe('images of an album', () => {
  it('L-API-26 L-API-27 are added by image_id and image_ids, each once', async () => {
    const { id } = await createAlbum(alice, 'Trip')
    const [a, b, c] = ids(0, 1, 2)
    const add = (body: object) => alice.post(`/api/albums/${id}/images`, { ...body })
    expect(await add({ image_id: b })).toMatchObject({ status: 200, body: { success: true, added: 1, skipped: 0 } })
    expect(await add({ image_ids: [c, b, a] })).toMatchObject({ status: 200, body: { added: 2, skipped: 1 } })
    expect(await order(id)).toEqual([b, c, a])
    expect((await read(id)).image_count).toBe(3)
    for (const wrong of [{}, { image_ids: [] }, { image_ids: 'x' }]) expect((await add(wrong)).status).toBe(400)
    expect((await add({ image_id: randomUUID() })).status).toBe(404)
  })
  it('L-API-28 L-API-37 are removed from the album and stay in the library', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    const [a] = ids(0)
    expect(await alice.delete(`/api/albums/${id}/images/${a}`)).toMatchObject({ status: 200, body: { success: true } })
    expect((await alice.delete(`/api/albums/${id}/images/${a}`)).status).toBe(404)
    expect(await order(id)).toEqual(ids(1, 2, 3))
    const changed = (await list()).find(album => album.id === id)
    expect(changed).toMatchObject({ image_count: 3, cover_image: images[1]?.thumbnail_url })
    expect(await imageIds(alice)).toContain(a)
  })
  it('L-API-21 L-ENT-18 have the saved order; images that the order omits follow at the end', async () => {
    const { id } = await createAlbum(alice, 'Trip', images)
    const reorder = (expectedFields: unknown) =>
      alice.post(`/api/albums/${id}/reorder`, { order: expectedFields } as object as [])
    expect((await reorder(ids(3, 2, 1, 0))).status).toBe(200)
    expect(await order(id)).toEqual(ids(3, 2, 1, 0))
    await reorder(ids(0, 2))
    expect(await order(id)).toEqual(ids(0, 2, 3, 1))
    for (const wrong of [[randomUUID()], ['x'], 'x', undefined]) expect((await reorder(wrong)).status).toBe(400)
    expect(await order(id)).toEqual(ids(0, 2, 3, 1))
  })
  it('L-API-29 are renamed together or not at all', async () => {
    const { id } = await createAlbum(alice, 'Trip', images.slice(0, 2))
    const rename = (updates: unknown) => alice.post(`/api/albums/${id}/batch-rename`, { updates } as object as [])
    const [a, b, outside] = ids(0, 1, 2)
    const named = [
      { id: a, title: 'Alps 001' },
      { id: b, title: 'Alps 002' },
    ]
    expect(await rename(named)).toMatchObject({ status: 200, body: { success: true, renamed: 2 } })
    const wrongs = [[{ id: a, title: 'X' }, { id: outside, title: 'X' }], [{ id: a, title: 'X' }, { id: 'x', title: 'X' }], [], [{ id: a }]] // prettier-ignore
    for (const wrong of wrongs) expect((await rename(wrong)).status).toBe(400)
    expect((await read(id)).images.map(image => image.title)).toEqual(['Alps 001', 'Alps 002'])
  })
})

describe('sections of an album', () => {
  it('rule 114 rule 115 are added, filled, renamed and removed', async () => {
    const { id } = await createAlbum(alice, 'Day', images)
    const path = `/api/albums/${id}/sections`
    const added = await alice.post<http.Album>(path, { name: 'Party', before_image_id: ids(1)[0] })
    expect(added).toMatchObject({ status: 201, body: { sections: [{ name: 'Party', image_count: 3 }] } })
    const section_id = added.body.sections[0]?.id ?? ''
    const moved = await alice.post<http.Album>(`${path}/images`, { image_ids: ids(0), section_id })
    expect(moved).toMatchObject({ status: 200, body: { sections: [{ image_count: 4 }] } })
    expect(await order(id)).toEqual(ids(1, 2, 3, 0))
    const renamed = await alice.patch<http.Album>(`${path}/${section_id}`, { name: 'Dinner' })
    expect(renamed).toMatchObject({ status: 200, body: { sections: [{ name: 'Dinner', image_count: 4 }] } })
    const removed = await alice.delete<http.Album>(`${path}/${section_id}`)
    expect(removed).toMatchObject({ status: 200, body: { sections: [], image_count: 4 } })
  })
})

describe('Favorites', () => {
  it('L-ENT-13 has this title and can be neither renamed nor deleted', async () => {
    const { id, title } = await favorites()
    expect(title).toBe('Favorites')
    expect((await alice.delete(`/api/albums/${id}`)).status).toBe(409)
    expect((await alice.delete(`/api/albums/${id}?deletePhotos=true`)).status).toBe(409)
    expect((await alice.patch(`/api/albums/${id}`, { title: 'Best' })).status).toBe(409)
    const updates = [{ id: ids(0)[0], title: 'x' }]
    expect((await alice.post(`/api/albums/${id}/batch-rename`, { updates })).status).toBe(409)
    expect((await favorites()).id).toBe(id)
  })
  it('L-API-12 contains the liked images, however they were liked', async () => {
    const { id } = await favorites()
    const [a, b] = ids(0, 1)
    const liked = () => imageIds(alice, '&is_favorite=true')
    await alice.patch(`/api/images/${b}`, { is_favorite: true })
    await alice.post(`/api/albums/${id}/images`, { image_id: a })
    expect(await order(id)).toEqual([b, a])
    expect(await liked()).toEqual(ids(1, 0))
    await alice.delete(`/api/albums/${id}/images/${b}`)
    expect(await liked()).toEqual([a])
    await alice.patch(`/api/images/${a}`, { is_favorite: false })
    expect(await order(id)).toEqual([])
  })
})

describe('plans', () => {
  it('L-ROLE-04 starter allows 10 albums in addition to Favorites', async () => {
    const bob = await daymark.createUser({ tier: 'starter' })
    for (let n = 0; n < 10; n++) await createAlbum(bob, `Album ${n}`)
    const { status, body } = await bob.post<http.ErrorAnswer>('/api/albums', { title: 'One too many' })
    const message = 'The Starter plan is limited to 10 albums.'
    expect([status, body.code, body.message]).toEqual([403, 'album_limit', message])
    expect(await list(bob)).toHaveLength(11)
  })
})
