import { type Actor, anonymous, archive, linkCreated, sharing, system } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { randomUUID } from 'node:crypto'
import { guardedResponses, ownerActions, sharedAlbum, SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

const env = setUp(() => SharingServices.start())
let owners: ReturnType<typeof ownerActions>
beforeAll(() => {
  owners = ownerActions(env)
})

describe('creating a link', () => {
  it('publishes an event', async () => {
    const library = new PublishingLibrary(env.services)
    const link = await env.createLink(await library.createAlbum(), library.actor)
    expect(await env.publishedEvents()).toEqual([{ type: linkCreated.name, linkId: link.id, version: 1, active: true }])
  })

  it('rule 43: each link has its own token', async () => {
    const { album, actor } = await sharedAlbum(env)
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await env.createLink(album, actor)).token))
    expect(new Set(tokens).size).toBe(20)
  })

  it('waits until the read model contains the version that the owner saw', async () => {
    const { library, album, photo } = await sharedAlbum(env)
    const photos = env.createLink({ ...album, version: 3 }, library.actor).then(link => env.getGallery(link.token))
    await library.publishArrangement(album.albumId, 3, [], { removed: [photo.photoId] })
    expect((await photos).photos).toEqual([])
  })

  it('waits for the last part of a change that arrives in parts', async () => {
    const { library, album, photo } = await sharedAlbum(env)
    const second = await library.publishPhoto(readyPhoto(library.ownerId))
    await library.publishArrangement(album.albumId, 3, [second.photoId], { part: 0, parts: 2 })
    const answer = env.createLink({ ...album, version: 3 }, library.actor).then(link => env.getGallery(link.token))
    await library.publishArrangement(album.albumId, 3, [], { removed: [photo.photoId], part: 1, parts: 2 })
    expect((await answer).photos.map(photo => photo.id)).toEqual([second.photoId])
  })

  it('waits for every part even if the last one arrives first', async () => {
    const { library, album, photo } = await sharedAlbum(env)
    const second = await library.publishPhoto(readyPhoto(library.ownerId))
    await library.publishArrangement(album.albumId, 3, [second.photoId], { part: 1, parts: 2 })
    const answer = env.createLink({ ...album, version: 3 }, library.actor).then(link => env.getGallery(link.token))
    await library.publishArrangement(album.albumId, 3, [], { removed: [photo.photoId], part: 0, parts: 2 })
    expect((await answer).photos.map(photo => photo.id)).toEqual([second.photoId])
  })

  it('waits for an older change that arrives late', async () => {
    const { library, album, photo } = await sharedAlbum(env)
    const second = await library.publishPhoto(readyPhoto(library.ownerId))
    await library.publishArrangement(album.albumId, 4, [second.photoId])
    await env.services.settle()
    const answer = env.createLink({ ...album, version: 4 }, library.actor).then(link => env.getGallery(link.token))
    await library.publishArrangement(album.albumId, 3, [], { removed: [photo.photoId] })
    expect((await answer).photos.map(photo => photo.id)).toEqual([second.photoId])
  })

  it('waits for the photos of the album', async () => {
    const library = new PublishingLibrary(env.services)
    const album = await library.createAlbum()
    const photo = readyPhoto(library.ownerId)
    await library.publishArrangement(album.albumId, 3, [photo.photoId])
    const answer = env.createLink({ ...album, version: 3 }, library.actor).then(link => env.getGallery(link.token))
    await library.publishPhoto(photo)
    expect((await answer).photos).toHaveLength(1)
  })

  it('fails with a retryable error if the read model is older than the requested version', async () => {
    const { library, album } = await sharedAlbum(env)
    const tooNew = env.createLink({ ...album, version: 99 }, library.actor)
    await expect(tooNew).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(await owners.list(library.actor)).toHaveLength(1)
  })
})

describe('an inactive link', () => {
  it('S-SHARE-07: revoking a link twice publishes one event', async () => {
    const { link, actor } = await sharedAlbum(env)
    await owners.revoke(link.id, actor)
    expect(await owners.revoke(link.id, actor)).toMatchObject({ revoked: true })
    expect(await env.publishedEvents()).toHaveLength(1)
  })

  it('S-SHARE-13 S-SHARE-21: expires exactly at its expiry date', async () => {
    const expiresAt = new Date(env.services.clock.now().getTime() + 60_000).toISOString()
    const { link, photo, actor } = await sharedAlbum(env, { expiresAt })
    expect(await guardedResponses(env, link.token, photo.filename)).toEqual(Array(4).fill('open'))
    env.services.clock.advance(60_000)
    expect(await guardedResponses(env, link.token, photo.filename)).toEqual(Array(4).fill('share_gone'))
    expect(await owners.list(actor)).toMatchObject([{ revoked: false, active: false }])
    await expect(env.getGallery(link.token)).rejects.toMatchObject({
      status: 410,
      message: 'This gallery link may have expired or been removed.',
    })
    await owners.update(link.id, { expiresAt: null }, actor)
    expect(await guardedResponses(env, link.token, photo.filename)).toEqual(Array(4).fill('open'))
  })

  it('S-SHARE-19: no link remains if its album is deleted while the link is created', async () => {
    const { library, album, actor } = await sharedAlbum(env)
    const requests = Array.from({ length: 8 }, () =>
      env.createLink(album, actor).catch((e: { code: string }) => e.code),
    )
    await library.deleteAlbum(album.albumId)
    const answers = await Promise.all(requests)
    await env.services.settle()
    expect(answers.filter(answer => typeof answer === 'string' && answer !== 'album_not_found')).toEqual([])
    expect(await owners.list(actor)).toEqual([])
  })
})

describe('changing a link', () => {
  it('does not lose a visit that is counted concurrently', async () => {
    const { link, actor } = await sharedAlbum(env)
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => env.track(link.token, { visitorId: `v${i}` })),
      ...Array.from({ length: 10 }, (_, i) => owners.update(link.id, { showTitles: i % 2 === 0 }, actor)),
    ])
    expect(await owners.list(actor)).toMatchObject([{ viewCount: 10 }])
  })
})

describe('counts of links', () => {
  it('include all links, active links and albums with an active link', async () => {
    const { library, album, link, actor } = await sharedAlbum(env)
    const winter = await library.createAlbum({ title: 'Winter' })
    await env.createLink(winter, actor, { expiresAt: '2020-01-01T00:00:00.000Z' })
    const spare = await env.createLink(album, actor)
    await owners.revoke(spare.id, actor)
    const count = () => env.services.rpc.call(sharing.countLinks, {}, actor)
    expect(await count()).toEqual({ total: 3, active: 1, sharedAlbumIds: [album.albumId] })
    await owners.revoke(link.id, actor)
    expect(await count()).toEqual({ total: 3, active: 0, sharedAlbumIds: [] })
  })
})

it('rule 15 rule 148: a backup contains an upload link as long as it contains its album, which excludes the trash', async () => {
  const { library, album, actor } = await sharedAlbum(env)
  const input = { albumId: album.albumId, albumVersion: 1, title: 'Guests' }
  const { id } = await env.services.rpc.call(sharing.createUploadLink, input, actor)
  const archived = async (after: string | null = null): Promise<unknown[]> => {
    const page = await env.services.rpc.call(archive.sharing.exportAccount, { userId: library.ownerId, after }, system)
    const ids = page.rows.filter(({ table }) => table === 'upload_links').map(({ row }) => row['id'])
    return page.after === null ? ids : [...ids, ...(await archived(page.after))]
  }
  expect(await archived()).toEqual([id])
  await library.deleteAlbum(album.albumId)
  await env.services.settle()
  expect(await archived()).toEqual([])
})

it('rule 122: only the system can read a queued email', async () => {
  const { actor } = await sharedAlbum(env)
  const read = (caller: Actor) => env.services.rpc.call(sharing.readMail, { mailId: randomUUID() }, caller)
  for (const caller of [actor, anonymous, actorOf(randomUUID(), 'super_admin')])
    await expect(read(caller)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await read(system)).toEqual({ mail: null })
})
