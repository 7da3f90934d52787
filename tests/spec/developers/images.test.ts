import { createHash, randomUUID } from 'node:crypto'
import { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { createAlbum, uploadPhotos } from '../../support/photos.ts'
import { picture } from '../../support/shared-gallery.ts'

type Image = http.v1.Image
type Images = { images: Image[]; total: number; limit: number; offset: number; next_cursor: string | null }

const daymark = setUpDaymark({ env: UNLIMITED })

async function createOwner(): Promise<{ owner: SignedInUser; api: Visitor }> {
  const owner = await daymark.createUser({ tier: 'studio' })
  return { owner, api: await createIntegrator(owner) }
}
const read = async (api: Visitor, id: string) => (await api.get<Image>(`/v1/images/${id}`)).body
const list = async (api: Visitor, query = '') => (await api.get<Images>(`/v1/images${query}`)).body
const ids = (images: { id: string }[]) => images.map(({ id }) => id)

describe('uploads of the public API', () => {
  let owner: SignedInUser
  let api: Visitor
  beforeAll(async () => ({ owner, api } = await createOwner()))
  type Fields = Record<string, string>
  const upload = async (fields: Fields = {}, { path = '/v1/images', headers = {}, name = 'Beach 1.JPG' } = {}) =>
    api.upload<Image & http.ErrorAnswer>(
      path,
      { name, bytes: await picture(1), type: 'image/jpeg' },
      { fields, headers },
    )
  const stored = async () => (await daymark.store.list('originals/')).length

  it('S-V1-19 S-V1-20 S-V1-18 S-V1-38 answer the image, with pending variants until it is processed', async () => {
    const album = await createAlbum(owner, 'Trip')
    const { status, body } = await upload({ album_id: album.id, title: 'Sunset', description: 'At the sea' })
    expect(status).toBe(201)
    expect(http.v1.image.strict().parse(body)).toEqual(body)
    const pending = { thumbnail: 'pending', medium: 'pending', large: 'pending', original: expect.any(String) }
    const expectFields = {
      title: 'Sunset',
      description: 'At the sea',
      filename: 'Beach 1.JPG',
      favorite: false,
      tags: [],
    }
    const place = { album_id: album.id, album_ids: [album.id] }
    expect(body).toMatchObject({ ...expectFields, ...place, processing_status: 'processing', variants: pending })
    await daymark.settle()
    const ready = await read(api, body.id)
    expect(ready).toMatchObject({ ...expectFields, ...place, processing_status: 'completed' })
    expect(ready.metadata).toMatchObject({ width: 321, height: 200, mime_type: 'image/jpeg', camera: null })
    for (const address of Object.values(ready.variants))
      expect((await api.get(address)).headers.get('content-type')).toBe('image/jpeg')
  })
  it('S-V1-31 rule 48 accept camelCase and /v1/images/upload', async () => {
    const album = await createAlbum(owner, 'Trip')
    const { status, body } = await upload({ albumId: album.id }, { path: '/v1/images/upload' })
    expect([status, body.album_id]).toEqual([201, album.id])
    expect((await upload({ album_id: '', title: '' })).body).toMatchObject({ album_id: null, album_ids: [], title: '' })
  })
  it('accept fields after the file', async () => {
    const album = await createAlbum(owner, 'Trip')
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await picture(1))]), 'a.jpg')
    form.append('album_id', album.id)
    form.append('title', 'Behind')
    const { status, body } = await api.send<Image>('POST', '/v1/images', form)
    expect([status, body.album_id, body.title]).toEqual([201, album.id, 'Behind'])
  })
  it.each(['before', 'behind'])('reject an invalid field %s the file and store nothing', async where => {
    const other = await createAlbum((await createOwner()).owner, 'Hers')
    await daymark.settle()
    const before = [await stored(), (await list(api)).total]
    const wrong: [number, Fields][] = [
      [404, { album_id: other.id }],
      [404, { album_id: randomUUID() }],
      [404, { albumId: 'x' }],
      [400, { title: 'x'.repeat(301) }],
      [400, { description: 'x'.repeat(5001) }],
    ]
    for (const [status, fields] of wrong) {
      const form = new FormData()
      const append = () => Object.entries(fields).forEach(([name, value]) => form.append(name, value))
      if (where === 'before') append()
      form.append('file', new Blob([new Uint8Array(await picture(1))]), 'a.jpg')
      if (where === 'behind') append()
      expect((await api.send('POST', '/v1/images', form)).status).toBe(status)
    }
    expect([await stored(), (await list(api)).total]).toEqual(before)
  })
  it('rule 48 recognize known contents', async () => {
    const { body } = await upload()
    const sha256 = createHash('sha256').update(await picture(1)).digest('hex') // prettier-ignore
    const found = await api.post<{ known: { sha256: string; image: Image }[] }>('/v1/images/known', {
      sha256: [sha256, 'a'.repeat(64)],
    })
    expect(found.body.known).toMatchObject([{ sha256, image: { filename: body.filename } }])
  })
})

describe('images of the public API', () => {
  let owner: SignedInUser
  let api: Visitor
  let images: http.Image[]
  let album: http.Album
  beforeAll(async () => {
    ;({ owner, api } = await createOwner())
    images = await uploadPhotos(daymark, owner, 5)
    album = await createAlbum(owner, 'Trip', [images[3], images[0], images[4]] as http.Image[])
    await owner.patch(`/api/images/${images[0]?.id}`, { tags: ['Sea', 'sun'], is_favorite: true })
    await owner.patch(`/api/images/${images[1]?.id}`, { tags: ['sea'] })
  })
  const [at, of] = [(n: number) => images[n]?.id ?? '', (...numbers: number[]) => numbers.map(n => images[n]?.id)]

  it('S-V1-15 S-V1-39 are listed in pages, the newest first, as in /api', async () => {
    expect(await list(api)).toMatchObject({ total: 5, limit: 50, offset: 0, next_cursor: null })
    expect(ids((await list(api)).images)).toEqual(of(4, 3, 2, 1, 0))
    const page = await list(api, '?limit=2&offset=2')
    expect([ids(page.images), page.total, page.limit, page.offset]).toEqual([of(2, 1), 5, 2, 2])
    expect(await list(api, '?limit=201')).toMatchObject({ limit: 200 })
    for (const wrong of ['limit=-1', 'limit=ten', 'offset=-5', 'offset=', 'favorite=maybe', 'limit=1&limit=2'])
      expect((await api.get(`/v1/images?${wrong}`)).status).toBe(400)
  })
  it('S-V1-16 rule 48 are filtered by album in its order, by favorite, and by tag in any case', async () => {
    expect(ids((await list(api, `?album_id=${album.id}`)).images)).toEqual(of(3, 0, 4))
    expect(await list(api, `?albumId=${album.id}&limit=1`)).toMatchObject({ total: 3, images: [{ id: at(3) }] })
    expect(ids((await list(api, '?favorite=true')).images)).toEqual(of(0))
    expect(ids((await list(api, '?favorite=false')).images)).toEqual(of(4, 3, 2, 1))
    expect(ids((await list(api, '?tag=SEA')).images)).toEqual(of(1, 0))
    expect(ids((await list(api, `?tag=sea&album_id=${album.id}`)).images)).toEqual(of(0))
    expect(ids((await list(api, '?tag=sea&favorite=true')).images)).toEqual(of(0))
    for (const none of ['tag=zebra', 'album_id=x', `album_id=${randomUUID()}`])
      expect(await list(api, `?${none}`)).toMatchObject({ images: [], total: 0, next_cursor: null })
    expect(await list(api, '?tag=&album_id=')).toMatchObject({ total: 5 })
  })
  it.each(['', 'album', 'favorite=false', 'tag=sea', 'tag=sea&album'])(
    'pages by cursor (%s) follow each other',
    async by => {
      const filter = by.replace('album', `album_id=${album.id}`)
      const all = ids((await list(api, `?${filter}`)).images)
      for (const begin of ['offset=0', 'offset=1']) {
        const found: string[] = begin === 'offset=1' ? all.slice(0, 1) : []
        let next: string | null = null
        do {
          const from: string = next === null ? begin : `cursor=${next}`
          const page = await list(api, `?limit=1&${filter}&${from}`)
          expect(page.total).toBe(all.length)
          found.push(...ids(page.images))
          next = page.next_cursor
        } while (next !== null)
        expect(found).toEqual(all)
      }
    },
  )
  it('pages by cursor are stable while images are added and removed', async () => {
    const { owner: bob, api: his } = await createOwner()
    const photos = (await uploadPhotos(daymark, bob, 4)).toReversed()
    const first = await list(his, '?limit=2')
    const [newer] = await uploadPhotos(daymark, bob, 1)
    await bob.delete(`/api/images/${photos[1]?.id}`)
    const second = await list(his, `?limit=2&cursor=${first.next_cursor}`)
    expect([...ids(first.images), ...ids(second.images)]).toEqual(ids(photos))
    expect(second.next_cursor).toBeNull()
    expect((await list(his)).images[0]?.id).toBe(newer?.id)
    const numbers = Buffer.from(JSON.stringify([1e300, photos[0]?.id])).toString('base64url')
    for (const wrong of ['x', 'e30', 'WzEsIngiXQ', numbers])
      expect((await his.get(`/v1/images?cursor=${wrong}`)).status).toBe(400)
  })
  it('S-V1-17 S-V1-18 one has the documented fields', async () => {
    const image = await read(api, at(0))
    expect(http.v1.image.strict().parse(image)).toEqual(image)
    const favorites = (await owner.get<http.Album[]>('/api/albums')).body[0]?.id
    expect(image).toMatchObject({ favorite: true, tags: ['Sea', 'sun'], filename: 'Beach 0.JPG' })
    expect([image.album_id, image.album_ids]).toEqual([album.id, [album.id, favorites]])
    expect(await read(api, at(2))).toMatchObject({ album_id: null, album_ids: [] })
    expect((await list(api)).images.find(({ id }) => id === at(0))).toEqual(image)
  })
  it('rule 48 album_id is the first album to which the image was added', async () => {
    const [older, newer] = [
      await createAlbum(owner, 'Older'),
      await createAlbum(owner, 'Newer', [images[2] as http.Image]),
    ]
    await daymark.clock.advance(1000)
    await owner.post(`/api/albums/${older.id}/images`, { image_id: at(2) })
    expect(await read(api, at(2))).toMatchObject({ album_id: newer.id, album_ids: [newer.id, older.id] })
    await owner.delete(`/api/albums/${newer.id}`)
    expect(await read(api, at(2))).toMatchObject({ album_id: older.id })
    await owner.delete(`/api/albums/${older.id}`)
  })
  it('S-V1-21 title, description, favorite and tags can be changed, and unknown labels are created', async () => {
    const change = { title: 'Alps', description: 'In the snow', favorite: true, tags: ['SEA', 'Winter'] }
    const { status, body } = await api.patch<Image>(`/v1/images/${at(3)}`, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Alps', description: 'In the snow', favorite: true })
    expect(body.tags.map(label => label.toLowerCase()).toSorted()).toEqual(['sea', 'winter'])
    expect(body.album_id).toBe(album.id)
    expect(await read(api, at(3))).toEqual(body)
    expect((await owner.get<http.Image>(`/api/images/${at(3)}`)).body).toMatchObject({
      title: 'Alps',
      is_favorite: true,
    })
    const { tags } = (await api.get<{ tags: { label: string; image_count: number }[] }>('/v1/tags')).body
    expect(tags.find(({ label }) => label === 'Winter')).toMatchObject({ image_count: 1 })
    expect((await api.patch<Image>(`/v1/images/${at(3)}`, { favorite: false, tags: [] })).body).toMatchObject({
      tags: [],
    })
    for (const wrong of [{ title: 5 }, { favorite: 'yes' }, { tags: 'sea' }, { title: 'x'.repeat(301) }])
      expect((await api.patch(`/v1/images/${at(3)}`, wrong)).status).toBe(400)
  })
  it('S-V1-22 S-V1-29 a deleted one is removed from both APIs', async () => {
    const { owner: bob, api: his } = await createOwner()
    const [image] = (await uploadPhotos(daymark, bob, 1)) as [http.Image]
    const { variants } = await read(his, image.id)
    const answer = { status: 200, body: { success: true, message: expect.any(String) } }
    expect(await his.delete(`/v1/images/${image.id}`)).toMatchObject(answer)
    expect((await his.get(`/v1/images/${image.id}`)).status).toBe(404)
    expect((await bob.get(`/api/images/${image.id}`)).status).toBe(404)
    expect((await his.get(variants.large)).status).toBe(404)
    expect((await his.delete(`/v1/images/${image.id}`)).status).toBe(404)
  })
  it('S-V1-20 a failed one reports the error instead of its variants', async () => {
    const { api: his } = await createOwner()
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3000, 1)])
    const { body } = await his.upload<Image>('/v1/images', { name: 'broken.jpg', bytes: broken })
    await daymark.settle()
    const failed = { thumbnail: 'failed', medium: 'failed', large: 'failed', original: body.variants.original }
    expect(await read(his, body.id)).toMatchObject({ processing_status: 'failed', variants: failed })
    expect((await his.get(failed.original)).bytes.equals(broken)).toBe(true)
  })
})
