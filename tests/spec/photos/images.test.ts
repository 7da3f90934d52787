import { http } from '@daymark/contracts'
import sharp from 'sharp'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, imageIds, createTag, uploadPhotos } from '../../support/photos.ts'
import { createLink, picture, stem, unzip } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let alice: SignedInUser
let images: http.Image[]
beforeAll(async () => {
  alice = await daymark.createUser()
  images = await uploadPhotos(daymark, alice, 5)
})

const image = (n: number): http.Image => images[n] as http.Image
const read = async (id: string) => (await alice.get<http.Image>(`/api/images/${id}`)).body
const patch = (id: string, body: object) => alice.patch<http.Image>(`/api/images/${id}`, { ...body })

describe('an uploaded image', () => {
  it('L-API-07 answers 201 with its id and is processed afterwards', async () => {
    const bob = await daymark.createUser()
    const file = { name: 'Harbor.jpg', bytes: await picture(1), type: 'image/jpeg' }
    const { status, body } = await bob.upload<http.Image>('/api/images', file)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      original_filename: 'Harbor.jpg',
      processing_status: 'processing',
      is_favorite: false,
    })
    await daymark.settle()
    expect((await bob.get<http.Image>(`/api/images/${body.id}`)).body).toMatchObject({ processing_status: 'completed' })
  })
  it('L-ENT-04 L-ENT-08 L-ENT-09 has exactly the specified fields', () => {
    for (const one of images) expect(http.image.strict().parse(one)).toEqual(one)
    const created = {
      title: '',
      caption: '',
      tags: [],
      original_format: 'JPEG',
      file_extension: 'jpg',
      creation_tool: null,
    }
    expect(image(0)).toMatchObject(created)
  })
  it('L-ENT-05 L-ENT-06 L-ENT-07 has pixel size, orientation and camera details', async () => {
    const bob = await daymark.createUser()
    const shapes = { portrait: [300, 400], square: [300, 301], landscape: [400, 300] } as const
    for (const [orientation, [width, height]] of Object.entries(shapes)) {
      const canvas = sharp({ create: { width, height, channels: 3, background: 'teal' } })
      const exif = { IFD0: { Make: 'Nikon', Model: 'Z 9', Software: 'darktable 4.6' } }
      const bytes = await canvas.withExif(exif).jpeg().toBuffer()
      const { body } = await bob.upload<http.Image>('/api/images', { name: 'a.jpg', bytes, type: 'image/jpeg' })
      await daymark.settle()
      const shown = (await bob.get<http.Image>(`/api/images/${body.id}`)).body
      expect(shown).toMatchObject({ width, height, orientation, creation_tool: 'darktable 4.6' })
      expect(shown.exif_data).toMatchObject({ make: 'Nikon', model: 'Z 9' })
    }
  })
  it('L-ENT-10 L-MKT-04 L-MKT-05 has addresses of its variants and its unchanged original', async () => {
    const { url, thumbnail_url, filename } = image(0)
    const md = `/media/variants/md/${stem(filename)}.jpg`
    expect([url, thumbnail_url]).toEqual(['lg', 'sm'].map(size => `/media/variants/${size}/${stem(filename)}.jpg`))
    for (const path of [url, md, thumbnail_url]) {
      const { status, bytes } = await alice.get(path)
      expect([status, (await sharp(bytes).metadata()).format]).toEqual([200, 'jpeg'])
    }
    expect((await alice.get(`/media/originals/${filename}`)).bytes.equals(await picture(0))).toBe(true)
  })
  it('L-ENT-19 has a unique filename, also if the same file is uploaded twice', async () => {
    const bob = await daymark.createUser()
    const file = { name: 'same.jpg', bytes: await picture(2), type: 'image/jpeg' }
    const names = [await bob.upload<http.Image>('/api/images', file), await bob.upload<http.Image>('/api/images', file)]
    expect(new Set(names.map(answer => answer.body.filename)).size).toBe(2)
  })
  it('repeated with the same Idempotency-Key is the same image', async () => {
    const bob = await daymark.createUser()
    const file = { name: 'once.jpg', bytes: await picture(3), type: 'image/jpeg' }
    const send = () => bob.upload<http.Image>('/api/images', file, { headers: { 'idempotency-key': 'key-1' } })
    const [first, again] = [await send(), await send()]
    expect(again.body.id).toBe(first.body.id)
    expect(await imageIds(bob)).toEqual([first.body.id])
    await daymark.settle()
    expect((await bob.get(`/media/originals/${first.body.filename}`)).bytes.equals(file.bytes)).toBe(true)
  })
})

describe('the list of images', () => {
  it('L-API-08 has images and total, the newest upload first', async () => {
    const { status, body } = await alice.get<http.ImageList>('/api/images')
    expect(status).toBe(200)
    expect(body).toEqual({ images: images.toReversed(), total: 5, limit: 50, offset: 0 })
  })
  it('L-API-09 has any page; limits above 1000 are reduced to 1000, and invalid ones rejected', async () => {
    const page = async (query: string) => (await alice.get<http.ImageList>(`/api/images?${query}`)).body
    expect((await page('limit=2&offset=1')).images).toEqual([image(3), image(2)])
    expect((await page('limit=2&offset=4')).images).toEqual([image(0)])
    expect(await page('limit=50&offset=50')).toEqual({ images: [], total: 5, limit: 50, offset: 50 })
    expect(await page('limit=5000')).toMatchObject({ limit: 1000, total: 5 })
    expect(await page('unknown=1&offset=')).toMatchObject({ total: 5 })
    for (const query of ['limit=-1', 'limit=x', 'offset=-1', 'offset=1.5', 'offset=1e3'])
      expect((await alice.get(`/api/images?${query}`)).status).toBe(400)
  })
  it('L-API-10 L-API-11 L-API-35 can be filtered by likes, tag, album and search', async () => {
    const sea = await createTag(alice, 'sea')
    const album = await createAlbum(alice, 'Two', [image(0), image(4)])
    await patch(image(1).id, { is_favorite: true, title: 'Pier at dusk' })
    await alice.post(`/api/images/${image(2).id}/tags`, { tag_id: sea.id })
    expect(await imageIds(alice, '&is_favorite=true')).toEqual([image(1).id])
    expect((await alice.get<http.ImageList>('/api/images?is_favorite=true&limit=10')).body).toMatchObject({ total: 1 })
    expect(await imageIds(alice, `&tag_id=${sea.id}`)).toEqual([image(2).id])
    expect(await imageIds(alice, `&album_id=${album.id}`)).toEqual([image(0).id, image(4).id])
    expect(await imageIds(alice, '&q=DUSK')).toEqual([image(1).id])
    expect(await imageIds(alice, '&q=sea')).toEqual([image(2).id])
    expect(await imageIds(alice, '&untagged=true')).toHaveLength(4)
    expect(await imageIds(alice, '&format=jpg&orientation=landscape&sort=filename&direction=desc')).toHaveLength(5)
    expect(await imageIds(alice, '&date_from=2200-01-01')).toEqual([])
    await patch(image(1).id, { is_favorite: false, title: '' })
    await alice.delete(`/api/tags/${sea.id}`)
    await alice.delete(`/api/albums/${album.id}`)
  })
})

describe('editing an image', () => {
  it('L-API-12 L-API-13 L-API-14 changes like, title and caption, and answers the image', async () => {
    const { id } = image(0)
    const { status, body } = await patch(id, { title: ' Pier ', is_favorite: true })
    expect([status, body.title, body.is_favorite]).toEqual([200, 'Pier', true])
    expect((await patch(id, { caption: 'At dusk' })).body).toMatchObject({ title: 'Pier', caption: 'At dusk' })
    expect((await patch(id, { description: 'At dawn', is_favorite: false })).body).toMatchObject({ caption: 'At dawn' })
    expect(await read(id)).toMatchObject({ title: 'Pier', caption: 'At dawn', is_favorite: false })
  })
  it('invalid fields are rejected and change nothing', async () => {
    const { id } = image(0)
    const before = await read(id)
    for (const body of [{ title: 'x'.repeat(301) }, { title: 5 }, { is_favorite: 'yes' }, { tags: 'sea' }])
      expect((await patch(id, body)).status).toBe(400)
    expect(await read(id)).toEqual(before)
  })
})

describe('deleting an image', () => {
  it('L-API-15 L-MKT-08 L-API-36 L-API-37 removes it from all lists, albums, tags and addresses', async () => {
    const bob = await daymark.createUser()
    const [one, two] = (await uploadPhotos(daymark, bob, 2)) as [http.Image, http.Image]
    const album = await createAlbum(bob, 'Trip', [two, one])
    const tag = await createTag(bob, 'sea')
    await bob.post(`/api/images/${two.id}/tags`, { tag_id: tag.id })
    await bob.patch(`/api/images/${two.id}`, { is_favorite: true })
    const { token } = await createLink(bob, { album_id: album.id })
    const shown = async () =>
      (await bob.get<http.PublicShare>(`/api/shares/public/${token}`)).body.images.map(i => i.id)
    expect(await shown()).toEqual([two.id, one.id])

    const { status, body } = await bob.delete<{ success: boolean }>(`/api/images/${two.id}`)
    expect([status, body.success]).toEqual([200, true])
    expect(await imageIds(bob)).toEqual([one.id])
    const [favorites, trip] = (await bob.get<http.Album[]>('/api/albums')).body as [http.Album, http.Album]
    expect(favorites).toMatchObject({ image_count: 0, cover_image: null })
    expect(trip).toMatchObject({ image_count: 1, cover_image: one.thumbnail_url })
    expect((await bob.get<http.Tag[]>('/api/tags')).body).toMatchObject([{ label: 'sea', usage_count: 0 }])
    for (const path of [two.url, two.thumbnail_url, `/media/originals/${two.filename}`, `/api/images/${two.id}`])
      expect((await bob.get(path)).status).toBe(404)
    expect((await bob.delete(`/api/images/${two.id}`)).status).toBe(404)
    await daymark.settle()
    expect(await shown()).toEqual([one.id])
  })
})

describe('deleting and removing many images at once', () => {
  it('L-API-15 L-API-28 affects all of them or none', async () => {
    const bob = await daymark.createUser()
    const created = await uploadPhotos(daymark, bob, 3)
    const ids = created.map(({ id }) => id)
    const [first = '', ...others] = ids
    const { id: album } = await createAlbum(bob, 'Trip', created)
    const [inLibrary, inAlbum] = ['/api/images', `/api/albums/${album}/images`]
    for (const path of [inLibrary, inAlbum]) {
      expect((await bob.delete(path, { image_ids: [first, image(0).id] })).status).toBe(404)
      expect((await bob.delete(path, { image_ids: [] })).status).toBe(400)
      expect((await bob.delete(path)).status).toBe(400)
    }
    expect((await imageIds(bob)).toSorted()).toEqual(ids.toSorted())

    expect((await bob.delete(inAlbum, { image_ids: others })).status).toBe(200)
    expect(await imageIds(bob, `&album_id=${album}`)).toEqual([first])
    const { status, body } = await bob.delete<{ success: boolean }>(inLibrary, { image_ids: others })
    expect([status, body.success]).toEqual([200, true])
    expect(await imageIds(bob)).toEqual([first])
  })
})

it('rule 84 the export is a ZIP with library.json and every original in the folder of its album or year', async () => {
  const bob = await daymark.createUser()
  const [one] = (await uploadPhotos(daymark, bob, 2)) as [http.Image, http.Image]
  await createAlbum(bob, 'Trip', [one])
  const files = unzip((await bob.get('/api/export')).bytes)
  const year = daymark.clock.now().getUTCFullYear()
  const paths = ['Albums/Trip/Beach 0.JPG', `Photos/${year}/Beach 1.JPG`]
  expect(files.map(({ name }) => name).toSorted()).toEqual([...paths, 'library.json'])
  for (const [n, path] of paths.entries())
    expect(files.find(({ name }) => name === path)?.bytes.equals(await picture(n))).toBe(true)
})

describe('analytics of the account', () => {
  it('S-SUB-13 S-SUB-14 S-SUB-15 S-SUB-16 match the current content', async () => {
    const bob = await daymark.createUser()
    const read = async () => (await bob.get<http.AccountAnalytics>('/api/analytics')).body
    const nothing = { originals: 0, small: 0, medium: 0, large: 0 }
    expect(await read()).toEqual({
      totalPhotos: 0,
      totalStorage: 0,
      totalAlbums: 0,
      activeShares: 0,
      favoritePhotos: 0,
      totalTags: 0,
      breakdown: nothing,
      recentActivity: { lastUpload: null, photosThisWeek: 0, photosThisMonth: 0 },
    })
    const [one, two] = (await uploadPhotos(daymark, bob, 2)) as [http.Image, http.Image]
    await bob.patch(`/api/images/${one.id}`, { is_favorite: true, tags: ['a', 'b', 'c'] })
    await createLink(bob, { album_id: (await createAlbum(bob, 'Trip', [one])).id })
    const { breakdown, ...facts } = await read()
    expect(facts).toMatchObject({ totalPhotos: 2, totalAlbums: 1, activeShares: 1, favoritePhotos: 1, totalTags: 3 })
    expect(facts.recentActivity).toEqual({ lastUpload: two.created_at, photosThisWeek: 2, photosThisMonth: 2 })
    expect(breakdown.originals).toBe(one.size + two.size)
    const sizes = await Promise.all(
      [one, two].flatMap(({ filename }) =>
        ['sm', 'md', 'lg'].map(async s => (await bob.get(`/media/variants/${s}/${stem(filename)}.jpg`)).bytes.length),
      ),
    )
    const { small, medium, large } = breakdown
    expect(small + medium + large).toBe(sizes.reduce((sum, size) => sum + size, 0))
    expect(facts.totalStorage).toBe(breakdown.originals + small + medium + large)
  })

  it('S-SUB-15 counts recent photos correctly in a library with more than a thousand uploads', async () => {
    const bob = await daymark.createUser()
    const photosThisWeek = async () =>
      (await bob.get<http.AccountAnalytics>('/api/analytics')).body.recentActivity.photosThisWeek
    await uploadPhotos(daymark, bob, 1)
    // photos are counted in blocks of a thousand uploads
    await daymark.db('library').sql('UPDATE accounts SET uploads = 1000 WHERE user_id = $1', [bob.id])
    const [last] = await uploadPhotos(daymark, bob, 1)
    expect(await photosThisWeek()).toBe(2)
    await bob.delete(`/api/images/${last?.id}`)
    expect(await photosThisWeek()).toBe(1)
  })
})

it('L-MKT-11 rule 15 after an upgrade stored images are encrypted, one per run while an upload is being processed', async () => {
  const bob = await daymark.createUser({ tier: 'starter' })
  await uploadPhotos(daymark, bob, 3)
  const media = daymark.db('media')
  const [upload] = await media.sql<{ id: string }>(
    `INSERT INTO renditions (photo_id, owner_id, object_key, status, changed_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), 'originals/upload', 'processing', $1) RETURNING photo_id AS id`,
    [daymark.clock.now()],
  )
  const countEncryptedAfterRun = async () => {
    await daymark.runJob('media', 'EncryptStored')
    const select = `SELECT photo_id FROM renditions WHERE owner_id = $1 AND object_key LIKE '%.dm1'`
    return (await media.sql(select, [bob.id])).length
  }
  expect(await countEncryptedAfterRun()).toBe(0)
  await bob.post('/api/subscription/update-tier', { tier: 'professional' })
  await daymark.settle()
  expect(await countEncryptedAfterRun()).toBe(1)
  await media.sql('DELETE FROM renditions WHERE photo_id = $1', [upload?.id])
  expect(await countEncryptedAfterRun()).toBe(3)
})
