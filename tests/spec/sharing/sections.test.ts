import { randomUUID } from 'node:crypto'
import { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { pollUntil } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink, createSharedGallery, unzip } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark({ env: UNLIMITED })
let shared: Awaited<ReturnType<typeof createSharedGallery>>
beforeAll(async () => {
  const owner = await daymark.createUser({ tier: 'studio' })
  shared = await createSharedGallery(daymark, { owner, count: 5, title: 'Summer' })
})

const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
const sectionsPath = (album: http.Album, path = '') => `/api/albums/${album.id}/sections${path}`
/** Creates another album of the same photos. */
const newAlbum = () => createAlbum(shared.owner, 'Day', shared.images)
const read = async ({ id }: http.Album) => (await shared.owner.get<http.AlbumDetail>(`/api/albums/${id}`)).body
async function added(album: http.Album, name: string, before?: number): Promise<http.Section> {
  const before_image_id = before === undefined ? undefined : shared.images[before]?.id
  const { status, body } = await shared.owner.post<http.Album>(sectionsPath(album), { name, before_image_id })
  expect(status).toBe(201)
  return body.sections.find(section => section.name === name) as http.Section
}
/** Headings and numbers of photos in order: `0 | Ceremony 1 2`. */
async function orderOf(album: http.Album): Promise<string> {
  const { images, sections } = await read(album)
  const number = (image: http.Image) => shared.images.findIndex(({ id }) => id === image.id)
  const inside = (id: string | null) => images.filter(image => (image.section_id ?? null) === id).map(number)
  const parts = sections.map(({ id, name, image_count }) => {
    expect(image_count).toBe(inside(id).length)
    return [name, ...inside(id)].join(' ')
  })
  return [inside(null).join(' '), ...parts].join(' | ')
}
const gallery = async (token: string) =>
  (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)).body
const tabs = async (token: string) =>
  (await gallery(token)).album.sections.map(({ name, image_count }) => `${name} ${image_count}`)

describe('sections of an album', () => {
  it('rule 114 a heading is added at the end or before a photo, and the following photos belong to it', async () => {
    const album = await newAlbum()
    expect(await read(album)).toMatchObject({ sections: [] })
    expect((await read(album)).images[0]).not.toHaveProperty('section_id')
    await added(album, 'Party')
    await added(album, 'Getting ready', 1)
    await added(album, 'Ceremony', 3)
    expect(await orderOf(album)).toBe('0 | Getting ready 1 2 | Ceremony 3 4 | Party')
    const listed = (await shared.owner.get<http.Album[]>('/api/albums')).body.find(({ id }) => id === album.id)
    expect(listed?.sections.map(section => section.image_count)).toEqual([2, 2, 0])
  })

  it('rule 114 reject invalid requests, more than 50, and other accounts', async () => {
    const album = await newAlbum()
    const add = (body: object, by: Visitor = shared.owner) => by.post(sectionsPath(album), { ...body })
    for (const wrong of [{}, { name: ' ' }, { name: 'x'.repeat(81) }, { name: 7 }])
      expect((await add(wrong)).status).toBe(400)
    for (const before_image_id of [randomUUID(), 'x'])
      expect((await add({ name: 'A', before_image_id })).status).toBe(404)
    const favorites = (await shared.owner.get<http.Album[]>('/api/albums')).body.find(one => one.is_favorites)
    expect(code(await shared.owner.post(sectionsPath(favorites as http.Album), { name: 'A' }))).toEqual([
      409,
      'favorites_fixed',
    ])
    const section = await added(album, 'x'.repeat(80))
    const bob = await daymark.createUser()
    expect(code(await add({ name: 'A' }, bob))).toEqual([404, 'album_not_found'])
    expect(code(await bob.delete(sectionsPath(album, `/${section.id}`)))).toEqual([404, 'album_not_found'])
    expect((await add({ name: 'A' }, daymark.visitor())).status).toBe(401)
    for (const id of [randomUUID(), 'x'])
      expect(code(await shared.owner.delete(sectionsPath(album, `/${id}`)))).toEqual([404, 'section_not_found'])
    for (let n = 1; n < 50; n++) await add({ name: `Part ${n}` })
    expect(code(await add({ name: 'One more' }))).toEqual([409, 'conflict'])
    expect((await read(album)).sections).toHaveLength(50)
  })

  it('rule 115 photos move to the end of a section, all or none; a heading is renamed, moved with its photos, and deleted', async () => {
    const album = await newAlbum()
    const [a, b] = [await added(album, 'A', 1), await added(album, 'B', 3)]
    const ids = (...numbers: number[]) => numbers.map(n => shared.images[n]?.id as string)
    const move = (image_ids: string[], section_id: string | null) =>
      shared.owner.post<http.Album>(sectionsPath(album, '/images'), { image_ids, section_id })
    expect((await move(ids(0, 4, 2), a.id)).body.sections).toMatchObject([{ image_count: 4 }, { image_count: 1 }])
    expect(await orderOf(album)).toBe(' | A 1 2 0 4 | B 3')
    await move(ids(2), null)
    expect(await orderOf(album)).toBe('2 | A 1 0 4 | B 3')
    expect((await move([...ids(0), randomUUID()], b.id)).status).toBe(404)
    expect((await move(ids(0), randomUUID())).status).toBe(404)
    const change = (id: string, body: object) =>
      shared.owner.patch<http.Album>(sectionsPath(album, `/${id}`), { ...body })
    expect((await change(b.id, { name: 'Dinner', position: 0 })).status).toBe(200)
    expect(await orderOf(album)).toBe('2 | Dinner 3 | A 1 0 4')
    for (const wrong of [{ name: '' }, { position: -1 }, { position: 50 }, { position: 0.5 }])
      expect((await change(b.id, wrong)).status).toBe(400)
    expect((await shared.owner.delete<http.Album>(sectionsPath(album, `/${a.id}`))).body.sections).toMatchObject([
      { image_count: 4 },
    ])
    expect(await orderOf(album)).toBe('2 | Dinner 3 1 0 4')
  })

  it('rule 115 rule 23 an order may contain headings; without any, photos stay in their sections', async () => {
    const album = await newAlbum()
    const [a, b] = [await added(album, 'A', 1), await added(album, 'B', 3)]
    const [zero, one, two, three, four] = shared.images.map(({ id }) => id)
    const reorder = (order: unknown[]) =>
      shared.owner.post(`/api/albums/${album.id}/reorder`, { order } as object as [])
    expect((await reorder([four, three, two, one, zero])).status).toBe(200)
    expect(await orderOf(album)).toBe('0 | A 2 1 | B 4 3')
    await reorder([b.id, four, one, a.id, two, three, zero])
    expect(await orderOf(album)).toBe(' | B 4 1 | A 2 3 0')
    expect((await reorder([a.id, randomUUID()])).status).toBe(400)
    await shared.owner.delete(`/api/albums/${album.id}/images/${one}`)
    await shared.owner.post(`/api/albums/${album.id}/images`, { image_id: one })
    expect(await orderOf(album)).toBe(' | B 4 | A 2 3 0 1')
  })
})

describe('sections in a gallery', () => {
  it('rule 116 are listed with their photo counts if they have photos, and follow changes of the owner', async () => {
    const { album, token, owner, images } = shared
    expect((await gallery(token)).album.sections).toEqual([])
    const first = await added(album, 'Getting ready', 1)
    await added(album, 'Ceremony', 3)
    await added(album, 'Party')
    await pollUntil(async () => expect(await tabs(token)).toEqual(['Getting ready 2', 'Ceremony 2']))
    expect((await gallery(token)).album.sections[0]).toEqual({ id: first.id, name: 'Getting ready', image_count: 2 })
    await owner.post(sectionsPath(album, '/images'), { image_ids: [images[0]?.id as string], section_id: first.id })
    await pollUntil(async () => expect(await tabs(token)).toEqual(['Getting ready 3', 'Ceremony 2']))
    const shown = (await gallery(token)).images.map(({ id }) => images.findIndex(image => image.id === id))
    expect(shown).toEqual([1, 2, 0, 3, 4])
    await owner.delete(sectionsPath(album, `/${first.id}`))
    await pollUntil(async () => expect(await tabs(token)).toEqual(['Ceremony 2']))
    const selection = await createLink(owner, { image_ids: images.map(({ id }) => id), title: 'Some' })
    expect((await gallery(selection.token)).album.sections).toEqual([])
  })

  it('rule 117 return from the trash with their album, a photo returns to its section, and the export has them', async () => {
    const album = await newAlbum()
    await added(album, 'Getting ready', 1)
    const { token } = await createLink(shared.owner, { album_id: album.id })
    const [photo] = shared.images.slice(1)
    await shared.owner.delete(`/api/images/${photo?.id}`)
    expect(await orderOf(album)).toBe('0 | Getting ready 2 3 4')
    await shared.owner.post('/api/trash/restore', { image_ids: [photo?.id as string] })
    expect(await orderOf(album)).toBe('0 | Getting ready 1 2 3 4')
    await shared.owner.delete(`/api/albums/${album.id}`)
    await shared.owner.post('/api/trash/restore', { album_ids: [album.id] })
    expect(await orderOf(album)).toBe('0 | Getting ready 1 2 3 4')
    await pollUntil(async () => expect(await tabs(token)).toEqual(['Getting ready 4']))
    const files = unzip((await shared.owner.get('/api/export')).bytes)
    const library = JSON.parse(files.find(({ name }) => name === 'library.json')?.bytes.toString() ?? '')
    const [summer, day] = ['Summer', 'Day'].map(title =>
      library.albums.find(
        (one: { id: string; title: string }) => one.title === title && (title !== 'Day' || one.id === album.id),
      ),
    )
    expect(day.sections).toEqual([{ name: 'Getting ready', photos: day.photos.slice(1) }])
    const folders = summer.photos.map((path: string) => path.split('/').slice(0, -1).join('/'))
    expect(folders).toEqual(
      ['Summer', 'Summer', 'Summer', 'Summer/Ceremony', 'Summer/Ceremony'].map(
        sectionsPath => `Albums/${sectionsPath}`,
      ),
    )
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(summer.photos))
  })
})

describe('sections of the public API', () => {
  it('rule 118 are listed and in the manifest, and clients can create, rename, reorder, fill and delete them', async () => {
    const api = await createIntegrator(shared.owner)
    const { id } = await newAlbum()
    const path = `/v1/albums/${id}/sections`
    const [, one, two] = shared.images
    const created = await api.post<http.v1.Album>(path, { name: 'A', before_image_id: one?.id })
    expect(created.status).toBe(201)
    expect(http.v1.album.strict().parse(created.body).sections).toEqual([
      { id: expect.any(String), name: 'A', image_count: 4 },
    ])
    const a = created.body.sections[0]?.id as string
    await api.post(path, { name: 'B' })
    const b = (await api.get<http.v1.Album>(`/v1/albums/${id}`)).body.sections[1]?.id as string
    await api.post(`${path}/images`, { image_ids: [two?.id as string], section_id: b })
    const manifest = (await api.get<{ images: http.v1.ManifestImage[] }>(`/v1/albums/${id}/manifest`)).body
    expect(manifest.images.map(image => image.section_id)).toEqual([null, a, a, a, b])
    const renamed = await api.patch<http.v1.Album>(`${path}/${b}`, { name: 'First', position: 0 })
    expect(renamed.body.sections).toMatchObject([{ id: b, name: 'First', image_count: 1 }, { id: a }])
    expect((await api.delete<http.v1.Album>(`${path}/${b}`)).body.sections).toMatchObject([{ id: a, image_count: 3 }])
    const reader = await createIntegrator(shared.owner, ['read'])
    expect(code(await reader.post(path, { name: 'C' }))).toEqual([403, 'scope_needed'])
  })
})
