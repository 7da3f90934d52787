import { archive, linkCreated, sharing, system } from '@daymark/contracts'
import { ownersOf, sharedAlbum } from './shared-album.ts'
import { everyAnswer, SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

let w: SharingServices
let owners: ReturnType<typeof ownersOf>
beforeAll(async () => {
  w = await SharingServices.start()
  owners = ownersOf(w)
})
afterAll(() => w.stop())

describe('creating a link', () => {
  it('publishes it', async () => {
    const library = new PublishingLibrary(w.services)
    const link = await w.create(await library.album(), library.actor)
    expect(await w.news()).toEqual([{ type: linkCreated.name, linkId: link.id, version: 1, active: true }])
  })

  it('rule 43 gives each link a token of its own', async () => {
    const { album, actor } = await sharedAlbum(w)
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await w.create(album, actor)).token))
    expect(new Set(tokens).size).toBe(20)
  })

  it('waits until its own copy is what the owner saw', async () => {
    const { library, album, photo } = await sharedAlbum(w)
    const taken = w.create({ ...album, version: 3 }, library.actor).then(link => w.gallery(link.token))
    await library.place(album.albumId, 3, [], { removed: [photo.photoId] })
    expect((await taken).photos).toEqual([])
  })

  it('waits for the last part of a change that comes in several', async () => {
    const { library, album, photo } = await sharedAlbum(w)
    const second = await library.photo(readyPhoto(library.ownerId))
    await library.place(album.albumId, 3, [second.photoId], { complete: false })
    const answer = w.create({ ...album, version: 3 }, library.actor).then(link => w.gallery(link.token))
    await library.place(album.albumId, 3, [], { removed: [photo.photoId] })
    expect((await answer).photos.map(photo => photo.id)).toEqual([second.photoId])
  })

  it('waits for every part, also when the last one comes first', async () => {
    const { library, album, photo } = await sharedAlbum(w)
    const second = await library.photo(readyPhoto(library.ownerId))
    await library.place(album.albumId, 3, [second.photoId], { part: 1, parts: 2 })
    const answer = w.create({ ...album, version: 3 }, library.actor).then(link => w.gallery(link.token))
    await library.place(album.albumId, 3, [], { removed: [photo.photoId], complete: false, part: 0, parts: 2 })
    expect((await answer).photos.map(photo => photo.id)).toEqual([second.photoId])
  })

  it('waits for an older change that comes late', async () => {
    const { library, album, photo } = await sharedAlbum(w)
    const second = await library.photo(readyPhoto(library.ownerId))
    await library.place(album.albumId, 4, [second.photoId])
    await w.services.settle()
    const answer = w.create({ ...album, version: 4 }, library.actor).then(link => w.gallery(link.token))
    await library.place(album.albumId, 3, [], { removed: [photo.photoId] })
    expect((await answer).photos.map(photo => photo.id)).toEqual([second.photoId])
  })

  it('waits for the photos of the album as well', async () => {
    const library = new PublishingLibrary(w.services)
    const album = await library.album()
    const photo = readyPhoto(library.ownerId)
    await library.place(album.albumId, 3, [photo.photoId])
    const answer = w.create({ ...album, version: 3 }, library.actor).then(link => w.gallery(link.token))
    await library.photo(photo)
    expect((await answer).photos).toHaveLength(1)
  })

  it('asks to try again rather than show an older state', async () => {
    const { library, album } = await sharedAlbum(w)
    const tooNew = w.create({ ...album, version: 99 }, library.actor)
    await expect(tooNew).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(await owners.list(library.actor)).toHaveLength(1)
  })
})

describe('a link that ends', () => {
  it('S-SHARE-07 may be revoked twice; it is published once', async () => {
    const { link, actor } = await sharedAlbum(w)
    await owners.revoke(link.id, actor)
    expect(await owners.revoke(link.id, actor)).toMatchObject({ revoked: true })
    expect(await w.news()).toHaveLength(1)
  })

  it('S-SHARE-13 S-SHARE-21 ends by the clock alone, at the very moment', async () => {
    const expiresAt = new Date(w.services.clock.now().getTime() + 60_000).toISOString()
    const { link, photo, actor } = await sharedAlbum(w, { expiresAt })
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('open'))
    w.services.clock.advance(60_000)
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('share_gone'))
    expect(await owners.list(actor)).toMatchObject([{ revoked: false, active: false }])
    await expect(w.gallery(link.token)).rejects.toMatchObject({
      status: 410,
      message: 'This gallery link may have expired or been removed.',
    })
    await owners.update(link.id, { expiresAt: null }, actor)
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('open'))
  })

  it('S-SHARE-19 leaves no link behind that was being made when its album was deleted', async () => {
    const { library, album, actor } = await sharedAlbum(w)
    const made = Array.from({ length: 8 }, () => w.create(album, actor).catch((e: { code: string }) => e.code))
    await library.deleteAlbum(album.albumId)
    const answers = await Promise.all(made)
    await w.services.settle()
    expect(answers.filter(answer => typeof answer === 'string' && answer !== 'album_not_found')).toEqual([])
    expect(await owners.list(actor)).toEqual([])
  })
})

describe('changing a link', () => {
  it('does not lose a visit that is counted at the same time', async () => {
    const { link, actor } = await sharedAlbum(w)
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => w.track(link.token, { visitorId: `v${i}` })),
      ...Array.from({ length: 10 }, (_, i) => owners.update(link.id, { showTitles: i % 2 === 0 }, actor)),
    ])
    expect(await owners.list(actor)).toMatchObject([{ viewCount: 10 }])
  })
})

describe('lists and counts', () => {
  it('count all, the active ones and the albums that have one', async () => {
    const { library, album, link, actor } = await sharedAlbum(w)
    const winter = await library.album({ title: 'Winter' })
    await w.create(winter, actor, { expiresAt: '2020-01-01T00:00:00.000Z' })
    const spare = await w.create(album, actor)
    await owners.revoke(spare.id, actor)
    const count = () => w.services.rpc.call(sharing.countLinks, {}, actor)
    expect(await count()).toEqual({ total: 3, active: 1, sharedAlbumIds: [album.albumId] })
    await owners.revoke(link.id, actor)
    expect(await count()).toEqual({ total: 3, active: 0, sharedAlbumIds: [] })
  })
})

it('rule 15 rule 148 an upload link is in a backup as long as its album is, which one in the trash is not', async () => {
  const { library, album, actor } = await sharedAlbum(w)
  const made = { albumId: album.albumId, albumVersion: 1, title: 'Guests' }
  const { id } = await w.services.rpc.call(sharing.createUploadLink, made, actor)
  const archived = async (after: string | null = null): Promise<unknown[]> => {
    const page = await w.services.rpc.call(archive.sharing.exportAccount, { userId: library.ownerId, after }, system)
    const here = page.rows.filter(({ table }) => table === 'upload_links').map(({ row }) => row['id'])
    return page.after === null ? here : [...here, ...(await archived(page.after))]
  }
  expect(await archived()).toEqual([id])
  await library.deleteAlbum(album.albumId)
  await w.services.settle()
  expect(await archived()).toEqual([])
})
