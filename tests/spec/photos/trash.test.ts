import type { http } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, imageIds, createTag, uploadPhotos } from '../../support/photos.ts'
import { keysIn } from '../../support/replacement.ts'
import { createLink } from '../../support/shared-gallery.ts'

const DAY_MS = 86_400_000
const daymark = setUpDaymark()

const trash = async (owner: SignedInUser, kind: http.TrashKind = 'images', query = '') =>
  (await owner.get<http.TrashList>(`/api/trash?kind=${kind}${query}`)).body
const names = async (owner: SignedInUser, kind: http.TrashKind) =>
  (await trash(owner, kind)).items.map(item => item.name)
const restore = (owner: SignedInUser, ids: object) => owner.post<http.RestoredTrash>('/api/trash/restore', { ...ids })
const purge = (owner: SignedInUser, ids: object) => owner.delete('/api/trash', { ...ids })
const whole = async (owner: SignedInUser, id: string) => (await owner.get<http.AlbumDetail>(`/api/albums/${id}`)).body
const order = async (owner: SignedInUser, id: string) => (await whole(owner, id)).images.map(image => image.id)
const tags = async (owner: SignedInUser) => (await owner.get<http.Tag[]>('/api/tags')).body
/** After thirty days all sessions have ended. */
const signInAgain = (visitor: SignedInUser) =>
  visitor.post('/api/auth/login', { username: visitor.email, password: visitor.password })
const gallery = (token: string) => daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)
const shown = async (token: string) => ((await gallery(token)).body.images ?? []).map(image => image.id)

it('rule 25 L-MKT-08 a deleted photo is in no list, count, gallery or address except in the trash', async () => {
  const alice = await daymark.createUser()
  const [photo, other] = (await uploadPhotos(daymark, alice, 2)) as [http.Image, http.Image]
  const album = await createAlbum(alice, 'Trip', [photo, other])
  const link = await createLink(alice, { album_id: album.id })
  const before = await alice.get<http.User>('/api/auth/me')
  expect(await trash(alice)).toMatchObject({ items: [], total: 0, days: 30 })
  await alice.delete(`/api/images/${photo.id}`)
  await daymark.settle()
  expect(await imageIds(alice)).toEqual([other.id])
  expect(await shown(link.token)).toEqual([other.id])
  expect((await alice.get(photo.thumbnail_url)).status).toBe(404)
  const { items, counts } = await trash(alice)
  expect(counts).toEqual({ images: 1, albums: 0, tags: 0, shares: 0 })
  const [item] = items as [http.TrashItem]
  expect(item).toMatchObject({ id: photo.id, name: 'Beach 0.JPG', width: photo.width, height: photo.height })
  expect(Date.parse(item.purged_at) - Date.parse(item.deleted_at)).toBe(30 * DAY_MS)
  const after = await alice.get<http.User>('/api/auth/me')
  expect(after.body.storage_used).toBeLessThan(before.body.storage_used)
})

it('rule 25 pictures in the trash are served to their owner only and not stored by browsers', async () => {
  const [alice, bob] = [await daymark.createUser(), await daymark.createUser()]
  const [photo] = (await uploadPhotos(daymark, alice, 1)) as [http.Image]
  await alice.delete(`/api/images/${photo.id}`)
  const address = (await trash(alice)).items[0]?.thumbnail_url as string
  const picture = await alice.get(address)
  expect([picture.status, picture.headers.get('cache-control'), picture.headers.get('content-type')]).toEqual([
    200,
    'no-store',
    'image/jpeg',
  ])
  expect((await bob.get(address)).status).toBe(404)
  expect((await daymark.visitor().get(address)).status).toBe(401)
  expect((await bob.get<http.TrashList>('/api/trash')).body.total).toBe(0)
  expect((await restore(bob, { image_ids: [photo.id] })).body.restored.images).toBe(0)
  await purge(bob, { image_ids: [photo.id] })
  await restore(alice, { image_ids: [photo.id] })
  expect((await alice.get(address)).status).toBe(404)
  expect((await alice.get(photo.thumbnail_url)).status).toBe(200)
})

it('rule 25 a restored photo has its albums, positions, tags, title and like', async () => {
  const alice = await daymark.createUser()
  const photos = (await uploadPhotos(daymark, alice, 3)) as [http.Image, http.Image, http.Image]
  const [first, photo] = photos
  const album = await createAlbum(alice, 'Trip', photos)
  const other = await createAlbum(alice, 'Other', [photo])
  const link = await createLink(alice, { album_id: album.id })
  const tag = await createTag(alice, 'sea')
  await alice.post('/api/tags/apply', { image_ids: [photo.id, first.id], tag_ids: [tag.id] })
  await alice.patch(`/api/images/${photo.id}`, { title: 'Waves', caption: 'at noon', is_favorite: true })
  const before = (await alice.get<http.Image>(`/api/images/${photo.id}`)).body
  const sums = (await alice.get<http.User>('/api/auth/me')).body.storage_used
  const analytics = (await alice.get('/api/analytics')).body
  await alice.delete(`/api/images/${photo.id}`)
  await daymark.settle()
  expect(await tags(alice)).toMatchObject([{ label: 'sea', usage_count: 1 }])
  const { status, body } = await restore(alice, { image_ids: [photo.id] })
  expect([status, body.message, body.restored]).toEqual([
    200,
    'Restored: 1 photo.',
    { images: 1, albums: 0, tags: 0, shares: 0 },
  ])
  // repeats the call, as if its answer was lost
  expect((await restore(alice, { image_ids: [photo.id] })).body.restored.images).toBe(0)
  await daymark.settle()
  expect((await alice.get<http.Image>(`/api/images/${photo.id}`)).body).toEqual(before)
  expect(await imageIds(alice)).toEqual(photos.map(({ id }) => id).reverse())
  expect(await order(alice, album.id)).toEqual(photos.map(({ id }) => id))
  expect(await order(alice, other.id)).toEqual([photo.id])
  expect(await imageIds(alice, '&is_favorite=true')).toEqual([photo.id])
  expect(await tags(alice)).toMatchObject([{ label: 'sea', usage_count: 2 }])
  expect(await shown(link.token)).toEqual(photos.map(({ id }) => id))
  expect((await alice.get('/api/analytics')).body).toEqual(analytics)
  expect((await alice.get<http.User>('/api/auth/me')).body.storage_used).toBe(sums)
  expect(await trash(alice)).toMatchObject({ total: 0, counts: { images: 0 } })
})

it('rule 25 S-SHARE-19 a restored album has its photos, cover and links; revoked links stay revoked', async () => {
  const alice = await daymark.createUser()
  const photos = (await uploadPhotos(daymark, alice, 3)) as [http.Image, http.Image, http.Image]
  const album = await createAlbum(alice, 'Trip', photos)
  const cover = { cover_image_id: photos[1].id, cover_x: 20, cover_y: 70, header_layout: 'split' }
  await alice.patch(`/api/albums/${album.id}`, { description: 'By the sea', theme: 'dark', ...cover })
  const ids = [photos[2].id, photos[0].id, photos[1].id]
  await alice.post(`/api/albums/${album.id}/reorder`, { order: ids })
  const link = await createLink(alice, { album_id: album.id, slug: `trip-${album.id.slice(-8)}`, password: 'open me' })
  const plain = await createLink(alice, { album_id: album.id })
  const revoked = await createLink(alice, { album_id: album.id })
  await alice.post(`/api/shares/${revoked.id}/revoke`)
  await gallery(plain.token)
  await daymark.settle()
  const before = await whole(alice, album.id)
  const links = (await alice.get<http.Share[]>(`/api/shares?album_id=${album.id}`)).body
  await alice.delete(`/api/albums/${album.id}?deletePhotos=true`)
  await daymark.settle()
  expect(await imageIds(alice)).toEqual([])
  expect((await gallery(plain.token)).status).toBe(404)
  expect(await names(alice, 'albums')).toEqual(['Trip'])
  expect((await trash(alice, 'albums')).items[0]?.image_count).toBe(3)
  expect((await trash(alice)).counts).toEqual({ images: 3, albums: 1, tags: 0, shares: 0 })
  const { body } = await restore(alice, { album_ids: [album.id] })
  expect(body.restored).toEqual({ images: 3, albums: 1, tags: 0, shares: 0 })
  await daymark.settle()
  const after = await whole(alice, album.id)
  expect({ ...after, updated_at: before.updated_at, album: undefined }).toEqual({ ...before, album: undefined })
  expect(await order(alice, album.id)).toEqual(ids)
  expect((await alice.get<http.Share[]>(`/api/shares?album_id=${album.id}`)).body).toEqual(links)
  expect(links.find(({ id }) => id === plain.id)?.view_count).toBe(1)
  expect(await shown(plain.token)).toEqual(ids)
  expect([(await gallery(link.token)).status, (await gallery(revoked.token)).status]).toEqual([401, 410])
})

it('rule 25 restoring considers later deletions: photos in the trash stay there and join their album when they are restored', async () => {
  const alice = await daymark.createUser()
  const photos = (await uploadPhotos(daymark, alice, 2)) as [http.Image, http.Image]
  const album = await createAlbum(alice, 'Trip', photos)
  await alice.delete(`/api/images/${photos[0].id}`)
  await alice.delete(`/api/albums/${album.id}`)
  await alice.delete(`/api/images/${photos[1].id}`)
  await restore(alice, { album_ids: [album.id] })
  expect(await order(alice, album.id)).toEqual([])
  await restore(alice, { image_ids: photos.map(({ id }) => id) })
  expect(await order(alice, album.id)).toEqual(photos.map(({ id }) => id))
  await alice.delete(`/api/albums/${album.id}`)
  await purge(alice, { album_ids: [album.id] })
  expect((await restore(alice, { album_ids: [album.id] })).body).toMatchObject({
    message: 'There was nothing to restore.',
    restored: { albums: 0 },
  })
  expect((await imageIds(alice)).length).toBe(2)
})

it('rule 24 rule 25 a restored tag is on its photos again, and merges with a new tag of the same name', async () => {
  const alice = await daymark.createUser()
  const [photo, other] = (await uploadPhotos(daymark, alice, 2)) as [http.Image, http.Image]
  const [sea, sun] = [await createTag(alice, 'sea'), await createTag(alice, 'Sun')]
  await alice.post('/api/tags/apply', { image_ids: [photo.id, other.id], tag_ids: [sea.id, sun.id] })
  for (const { id } of [sea, sun]) await alice.delete(`/api/tags/${id}`)
  await alice.delete(`/api/images/${other.id}`)
  const newTag = await createTag(alice, 'SUN')
  expect((await names(alice, 'tags')).sort()).toEqual(['Sun', 'sea'])
  await restore(alice, { tag_ids: [sea.id, sun.id] })
  expect(await tags(alice)).toEqual([
    { id: sea.id, label: 'sea', usage_count: 1 },
    { id: newTag.id, label: 'SUN', usage_count: 1 },
  ])
  await restore(alice, { image_ids: [other.id] })
  expect((await tags(alice)).map(tag => tag.usage_count)).toEqual([2, 2])
  expect(await imageIds(alice, `&tag_id=${newTag.id}`)).toEqual([other.id, photo.id])
})

it('rule 25 a link is restored with address, settings and visits, but only after its album', async () => {
  const alice = await daymark.createUser()
  const photos = await uploadPhotos(daymark, alice, 1)
  const album = await createAlbum(alice, 'Trip', photos)
  const slug = `mine-${album.id.slice(-8)}`
  const link = await createLink(alice, { album_id: album.id, slug, show_titles: false })
  await gallery(link.token)
  await daymark.settle()
  const before = (await alice.get<http.Share[]>('/api/shares')).body
  await alice.delete(`/api/shares/${link.id}`)
  expect((await gallery(link.token)).status).toBe(404)
  expect((await trash(alice, 'shares')).items).toMatchObject([{ id: link.id, name: 'Trip', view_count: 1 }])
  await alice.delete(`/api/albums/${album.id}`)
  await daymark.settle()
  expect(await restore(alice, { share_ids: [link.id] })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await restore(alice, { album_ids: [album.id] })
  expect((await alice.get<http.Share[]>('/api/shares')).body).toEqual([])
  expect((await restore(alice, { share_ids: [link.id] })).body.restored.shares).toBe(1)
  await daymark.settle()
  expect((await alice.get<http.Share[]>('/api/shares')).body).toEqual(before)
  expect((await gallery(link.token)).status).toBe(200)
  expect((await daymark.visitor().get(`/api/shares/public/${slug}`)).status).toBe(200)
  const analytics = await alice.get<http.ShareAnalytics>(`/api/shares/${link.id}/analytics`)
  expect(analytics.body).toMatchObject({ totalVisits: 3 })
})

it('rule 7 rule 8 rule 9 items that exceed a limit stay in the trash', async () => {
  const alice = await daymark.createUser({ tier: 'starter' })
  const [photo] = (await uploadPhotos(daymark, alice, 1)) as [http.Image]
  const albums = await Promise.all(Array.from({ length: 10 }, (_, n) => createAlbum(alice, `Album ${n}`)))
  const [one] = albums as [http.Album]
  await alice.delete(`/api/images/${photo.id}`)
  await alice.delete(`/api/albums/${one.id}`)
  await createAlbum(alice, 'Instead')
  expect(await restore(alice, { album_ids: [one.id] })).toMatchObject({ status: 403, body: { code: 'album_limit' } })
  const admin = await daymark.admin()
  await admin.patch(`/api/admin/users/${alice.id}/plan`, { subscription_tier: 'starter', storage_limit: 1 })
  await daymark.settle()
  expect(await restore(alice, { image_ids: [photo.id] })).toMatchObject({
    status: 413,
    body: { code: 'quota_exceeded', error: expect.stringContaining('storage') },
  })
  expect((await trash(alice)).counts).toEqual({ images: 1, albums: 1, tags: 0, shares: 0 })
})

it('rule 25 after permanent deletion or thirty days only tombstones are left', async () => {
  const alice = await daymark.createUser()
  const photos = (await uploadPhotos(daymark, alice, 3)) as [http.Image, http.Image, http.Image]
  const album = await createAlbum(alice, 'Trip', photos)
  const tag = await createTag(alice, 'sea')
  await alice.post('/api/tags/apply', { image_ids: photos.map(({ id }) => id), tag_ids: [tag.id] })
  const link = await createLink(alice, { album_id: album.id })
  const selection = await createLink(alice, { image_ids: [photos[2].id], title: 'Some' })
  await alice.delete(`/api/shares/${selection.id}`)
  await alice.delete(`/api/images/${photos[0].id}`)
  await purge(alice, { image_ids: [photos[0].id] })
  expect((await trash(alice)).total).toBe(0)
  await alice.delete(`/api/albums/${album.id}?deletePhotos=true`)
  await alice.delete(`/api/tags/${tag.id}`)
  await daymark.settle()
  expect((await trash(alice)).counts).toEqual({ images: 2, albums: 1, tags: 1, shares: 1 })
  expect((await purge(alice, { all: true })).status).toBe(200)
  expect((await trash(alice)).counts).toEqual({ images: 0, albums: 0, tags: 0, shares: 0 })
  expect((await restore(alice, { image_ids: [photos[1].id] })).body.restored.images).toBe(0)
  await daymark.runJob('library', 'PurgePhotos')
  await daymark.settle()
  const left = async (service: 'library' | 'sharing', tables: string[]) =>
    (
      await Promise.all(
        tables.map(table =>
          daymark.db(service).sql(`SELECT 1 FROM ${table} WHERE to_jsonb(${table})::text LIKE $1`, [`%${album.id}%`]),
        ),
      )
    ).flat()
  expect(await left('library', ['trash', 'trashed_album_photos', 'albums'])).toEqual([])
  expect(await left('sharing', ['links', 'trashed_links'])).toEqual([])
  expect(await daymark.db('sharing').sql('SELECT 1 FROM album_photos WHERE photo_id = $1', [photos[2].id])).toEqual([])
  const ended = await daymark.db('sharing').sql<{ id: string }>('SELECT link_id AS id FROM link_tombstones')
  expect(ended.map(({ id }) => id)).toEqual(expect.arrayContaining([link.id, selection.id]))
  const rows = await daymark.db('library').sql('SELECT 1 FROM photos WHERE owner_id = $1', [alice.id])
  expect(rows).toEqual([])
})

it('rule 25 after permanent deletion no file of the photo is stored, not even the picture of its link card', async () => {
  const alice = await daymark.createUser()
  const before = await keysIn(daymark.storageDir)
  const [photo] = (await uploadPhotos(daymark, alice, 1)) as [http.Image]
  const { token } = await createLink(alice, { image_ids: [photo.id], title: 'Some' })
  expect((await daymark.visitor().get(`/media/share/card.jpg?token=${token}`)).status).toBe(200)
  await alice.delete(`/api/images/${photo.id}`)
  await purge(alice, { image_ids: [photo.id] })
  await daymark.settle()
  expect(await keysIn(daymark.storageDir, before)).toEqual([])
})

it.each(['restore', 'purge'])('rule 25 a request to %s without items is rejected', async verb => {
  const alice = await daymark.createUser()
  await uploadPhotos(daymark, alice, 1)
  const call = verb === 'restore' ? restore : purge
  for (const named of [{}, { ids: ['one'] }, { image_ids: [] }]) expect((await call(alice, named)).status).toBe(400)
})

it('rule 25 items are deleted automatically after thirty days', async () => {
  const alice = await daymark.createUser()
  const photos = await uploadPhotos(daymark, alice, 1)
  const album = await createAlbum(alice, 'Trip', photos)
  const link = await createLink(alice, { album_id: album.id })
  await alice.delete(`/api/shares/${link.id}`)
  await alice.delete(`/api/albums/${album.id}?deletePhotos=true`)
  await daymark.settle()
  await daymark.clock.advance(30 * DAY_MS + 1000)
  await signInAgain(alice)
  expect((await trash(alice)).counts).toEqual({ images: 0, albums: 0, tags: 0, shares: 0 })
  expect((await restore(alice, { album_ids: [album.id], share_ids: [link.id] })).body.restored).toEqual({
    images: 0,
    albums: 0,
    tags: 0,
    shares: 0,
  })
  await daymark.runJob('library', 'PurgePhotos')
  await daymark.runJob('sharing', 'PurgeLinks')
  expect(await daymark.db('library').sql('SELECT 1 FROM trash WHERE owner_id = $1', [alice.id])).toEqual([])
  expect(await daymark.db('sharing').sql('SELECT 1 FROM trashed_links WHERE owner_id = $1', [alice.id])).toEqual([])
})
