import { randomUUID } from 'node:crypto'
import { archive, linkChanged, linkCreated, linkDeleted, linkRevoked, sharing, system } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { ownersOf, sharedAlbum } from './shared-album.ts'
import { everyAnswer, SharingWorld } from './sharing-world.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

let w: SharingWorld
let owners: ReturnType<typeof ownersOf>
beforeAll(async () => {
  w = await SharingWorld.start()
  owners = ownersOf(w)
})
afterAll(() => w.stop())

describe('creating a link', () => {
  it('S-SHARE-04 S-SHARE-05 answers all its fields with the defaults', async () => {
    const { link, album } = await sharedAlbum(w)
    expect(link).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      slug: null,
      albumId: album.albumId,
      albumTitle: 'Summer',
      revoked: false,
      active: true,
      expiresAt: null,
      allowDownloads: true,
      watermark: false,
      theme: 'auto',
      themeOverride: null,
      showTitles: true,
      showName: true,
      allowIndexing: false,
      kind: 'album',
      downloadSizes: ['original'],
      downloadLimit: null,
      visitorLimit: null,
      downloaded: 0,
      hasPassword: false,
      passwordHint: null,
      passwordWeakness: null,
      picks: null,
      comments: null,
      firstLook: null,
      listed: false,
      viewCount: 0,
      lastViewedAt: null,
      updatedAt: link.createdAt,
      createdAt: expect.any(String),
    })
  })

  it('S-SHARE-03 keeps what was asked for, and null where a theme is left to the album', async () => {
    const settings = {
      expiresAt: '2099-12-31T23:59:59.000Z',
      allowDownloads: false,
      theme: null,
      themeOverride: 'dark' as const,
      showTitles: false,
      password: 'secret',
    }
    const { link, actor } = await sharedAlbum(w, settings)
    const { password: _, ...stored } = settings
    expect(await owners.list(actor)).toEqual([link])
    expect(link).toMatchObject({ ...stored, hasPassword: true })
  })

  it('publishes it', async () => {
    const library = new PublishingLibrary(w.world)
    const link = await w.create(await library.album(), library.actor)
    expect(await w.news()).toEqual([{ type: linkCreated.name, linkId: link.id, version: 1, active: true }])
  })

  it('rule 43 gives each link a token of its own', async () => {
    const { album, actor } = await sharedAlbum(w)
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await w.create(album, actor)).token))
    expect(new Set(tokens).size).toBe(20)
  })

  it('S-SHARE-23 refuses an album that is somebody else’s', async () => {
    const { album } = await sharedAlbum(w)
    await expect(w.create(album, actorOf(randomUUID()))).rejects.toMatchObject({ code: 'album_not_found', status: 404 })
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
    await w.world.settle()
    const answer = w.create({ ...album, version: 4 }, library.actor).then(link => w.gallery(link.token))
    await library.place(album.albumId, 3, [], { removed: [photo.photoId] })
    expect((await answer).photos.map(photo => photo.id)).toEqual([second.photoId])
  })

  it('waits for the photos of the album as well', async () => {
    const library = new PublishingLibrary(w.world)
    const album = await library.album()
    const photo = readyPhoto(library.ownerId)
    await library.place(album.albumId, 3, [photo.photoId])
    const answer = w.create({ ...album, version: 3 }, library.actor).then(link => w.gallery(link.token))
    await library.photo(photo)
    expect((await answer).photos).toHaveLength(1)
  })

  it('asks to try again rather than show an older state, after two seconds', async () => {
    const { library, album } = await sharedAlbum(w)
    const began = performance.now()
    const tooNew = w.create({ ...album, version: 99 }, library.actor)
    await expect(tooNew).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    // nobody gave up who asked, which is after ten; in between the machine may stand still
    expect(performance.now() - began).toBeLessThan(9000)
    expect(await owners.list(library.actor)).toHaveLength(1)
  })
})

describe('a link that ends', () => {
  it('S-SHARE-07 S-SHARE-08 L-MEDIA-09 is dead everywhere while revoked, and usable again after', async () => {
    const { link, photo, actor } = await sharedAlbum(w)
    expect(await owners.revoke(link.id, actor)).toMatchObject({ id: link.id, revoked: true, active: false })
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('share_gone'))
    expect(await owners.reinstate(link.id, actor)).toMatchObject({ revoked: false, active: true })
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('open'))
    expect(await w.news()).toEqual([
      { type: linkRevoked.name, linkId: link.id, version: 2, active: false },
      { type: linkChanged.name, linkId: link.id, version: 3, active: true },
    ])
  })

  it('S-SHARE-07 may be revoked twice; it is published once', async () => {
    const { link, actor } = await sharedAlbum(w)
    await owners.revoke(link.id, actor)
    expect(await owners.revoke(link.id, actor)).toMatchObject({ revoked: true })
    expect(await w.news()).toHaveLength(1)
  })

  it('S-SHARE-13 S-SHARE-21 ends by the clock alone, at the very moment', async () => {
    const expiresAt = new Date(w.world.clock.now().getTime() + 60_000).toISOString()
    const { link, photo, actor } = await sharedAlbum(w, { expiresAt })
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('open'))
    w.world.clock.advance(60_000)
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('share_gone'))
    expect(await owners.list(actor)).toMatchObject([{ revoked: false, active: false }])
    await expect(w.gallery(link.token)).rejects.toMatchObject({
      status: 410,
      message: 'This gallery link may have expired or been removed.',
    })
    await owners.update(link.id, { expiresAt: null }, actor)
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('open'))
  })

  it('S-SHARE-09 is unknown once deleted', async () => {
    const { link, photo, actor } = await sharedAlbum(w)
    expect(await owners.remove(link.id, actor)).toEqual({ success: true })
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('share_unavailable'))
    expect(await owners.list(actor)).toEqual([])
    const told = { linkId: link.id, version: 2, active: false }
    expect(await w.news()).toEqual([
      { type: linkRevoked.name, ...told },
      { type: linkDeleted.name, ...told },
    ])
  })

  it('S-SHARE-19 ends with its album, published for each', async () => {
    const { link, photo, album, library, actor } = await sharedAlbum(w)
    const second = await w.create(album, actor)
    await w.news()
    await library.deleteAlbum(album.albumId)
    const news = await w.news()
    expect(news.map(n => n.type)).toEqual([linkDeleted.name, linkDeleted.name])
    expect(news.map(n => n.linkId).sort()).toEqual([link.id, second.id].sort())
    expect(await everyAnswer(w, link.token, photo.filename)).toEqual(Array(4).fill('share_unavailable'))
    expect(await owners.list(actor)).toEqual([])
    await expect(w.create(album, actor)).rejects.toMatchObject({ code: 'album_not_found' })
  })

  it('S-SHARE-19 leaves no link behind that was being made when its album was deleted', async () => {
    const { library, album, actor } = await sharedAlbum(w)
    const made = Array.from({ length: 8 }, () => w.create(album, actor).catch((e: { code: string }) => e.code))
    await library.deleteAlbum(album.albumId)
    const answers = await Promise.all(made)
    await w.world.settle()
    expect(answers.filter(answer => typeof answer === 'string' && answer !== 'album_not_found')).toEqual([])
    expect(await owners.list(actor)).toEqual([])
  })
})

describe('changing a link', () => {
  it('changes what is given and nothing else', async () => {
    const { link, actor } = await sharedAlbum(w)
    expect(await owners.update(link.id, { allowDownloads: false, theme: 'dark' }, actor)).toEqual({
      ...link,
      allowDownloads: false,
      theme: 'dark',
      updatedAt: expect.any(String),
    })
    expect(await owners.update(link.id, { theme: null, showTitles: false }, actor)).toEqual({
      ...link,
      allowDownloads: false,
      theme: null,
      showTitles: false,
      updatedAt: expect.any(String),
    })
    expect((await w.news()).map(n => [n.type, n.version])).toEqual([
      [linkChanged.name, 2],
      [linkChanged.name, 3],
    ])
  })

  it('S-SHARE-06 refuses a theme there is none of', async () => {
    const { link, actor } = await sharedAlbum(w)
    await expect(owners.update(link.id, { theme: 'sepia' }, actor)).rejects.toMatchObject({ status: 400 })
    expect(await owners.list(actor)).toEqual([link])
  })

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
  it('S-SHARE-01 S-SHARE-02 newest first, all or those of an album', async () => {
    const { library, album, link, actor } = await sharedAlbum(w)
    const other = await library.album({ title: 'Winter' })
    w.world.clock.advance(1000)
    const later = await w.create(other, actor)
    expect((await owners.list(actor)).map(l => [l.id, l.albumTitle])).toEqual([
      [later.id, 'Winter'],
      [link.id, 'Summer'],
    ])
    expect((await owners.list(actor, album.albumId)).map(l => l.id)).toEqual([link.id])
    expect(await owners.list(actor, 'nonsense')).toEqual([])
    await library.publishAlbum({ albumId: other.albumId, version: 3, title: 'Ice' })
    await w.world.settle()
    expect((await owners.list(actor, other.albumId)).map(l => l.albumTitle)).toEqual(['Ice'])
  })

  it('count all, the active ones and the albums that have one', async () => {
    const { library, album, link, actor } = await sharedAlbum(w)
    const winter = await library.album({ title: 'Winter' })
    await w.create(winter, actor, { expiresAt: '2020-01-01T00:00:00.000Z' })
    const spare = await w.create(album, actor)
    await owners.revoke(spare.id, actor)
    const count = () => w.world.rpc.call(sharing.countLinks, {}, actor)
    expect(await count()).toEqual({ total: 3, active: 1, sharedAlbumIds: [album.albumId] })
    await owners.revoke(link.id, actor)
    expect(await count()).toEqual({ total: 3, active: 0, sharedAlbumIds: [] })
  })
})

it('rule 15 rule 148 an upload link is in a backup as long as its album is, which one in the trash is not', async () => {
  const { library, album, actor } = await sharedAlbum(w)
  const made = { albumId: album.albumId, albumVersion: 1, title: 'Guests' }
  const { id } = await w.world.rpc.call(sharing.createUploadLink, made, actor)
  const archived = async (after: string | null = null): Promise<unknown[]> => {
    const page = await w.world.rpc.call(archive.sharing.exportAccount, { userId: library.ownerId, after }, system)
    const here = page.rows.filter(({ table }) => table === 'upload_links').map(({ row }) => row['id'])
    return page.after === null ? here : [...here, ...(await archived(page.after))]
  }
  expect(await archived()).toEqual([id])
  await library.deleteAlbum(album.albumId)
  await w.world.settle()
  expect(await archived()).toEqual([])
})
