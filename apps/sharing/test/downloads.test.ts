import { randomUUID } from 'node:crypto'
import { anonymous, errors, sharing, type Input } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { PublishingLibrary, readyPhoto } from './publishing-library.ts'
import { ownersOf } from './shared-album.ts'
import { SharingWorld } from './sharing-world.ts'

let w: SharingWorld
beforeAll(async () => void (w = await SharingWorld.start()))
afterAll(() => w.stop())

type Claim = Partial<Input<typeof sharing.claimDownloads>>
const claim = (token: string, visitorId: string, more: Claim = {}, actor = anonymous) =>
  w.world.rpc.call(sharing.claimDownloads, { token, visitorId, ...more }, actor)

async function galleryOf(count: number, settings: Parameters<SharingWorld['create']>[2] = {}) {
  const library = new PublishingLibrary(w.world)
  const photos = Array.from({ length: count }, () => readyPhoto(library.ownerId))
  const album = await library.album({ photos })
  await w.world.settle()
  const link = await w.create(album, library.actor, settings)
  return { library, album, link, token: link.token, ids: photos.map(({ photoId }) => photoId) }
}
const outcome = (asked: Promise<unknown>) => asked.then(() => 'given').catch((e: { code: string }) => e.code)
const counted = async (actor: ReturnType<typeof actorOf>) => (await ownersOf(w).list(actor))[0]?.downloaded

describe('a limit of downloads', () => {
  it('of the link is never exceeded, however many ask at once', async () => {
    const { token, ids, library } = await galleryOf(4, { downloadLimit: 10 })
    const asked = Array.from({ length: 20 }, (_, i) =>
      outcome(claim(token, `visitor ${i}`, { photoIds: ids.slice(0, 2) })),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(answer => answer === 'given')).toHaveLength(5)
    expect(answers.filter(answer => answer === 'download_limit')).toHaveLength(15)
    expect(await counted(library.actor)).toBe(10)
  })

  it('of a visitor counts each photo once, and nobody else’s', async () => {
    const { token, ids } = await galleryOf(4, { visitorLimit: 3 })
    const many = await Promise.all(ids.map(id => outcome(claim(token, 'eager', { photoIds: [id] }))))
    expect(many.filter(answer => answer === 'given')).toHaveLength(3)
    const again = await Promise.all(ids.map(id => outcome(claim(token, 'eager', { photoIds: [id] }))))
    expect(again).toEqual(many)
    expect(await claim(token, 'calm', { photoIds: ids.slice(1) })).toMatchObject({ visitorLimit: 3, left: 0 })
  })

  it('says what is left and counts nothing for it', async () => {
    const { token, ids, library } = await galleryOf(3, { visitorLimit: 2, downloadLimit: 100 })
    await claim(token, 'v', { photoIds: ids.slice(0, 1) })
    expect(await claim(token, 'v', { photoIds: [], onlyLook: true })).toEqual({
      sizes: ['original'],
      visitorLimit: 2,
      left: 1,
    })
    await expect(claim(token, 'v', { onlyLook: true })).rejects.toMatchObject({
      code: 'download_limit',
      message: errors.DOWNLOAD_LIMIT({ per: 'visitor', left: 1, limit: 2 }).message,
    })
    expect(await counted(library.actor)).toBe(1)
  })

  it('takes all or nothing, and only what is in the gallery', async () => {
    const { token, ids, library } = await galleryOf(3, { downloadLimit: 2 })
    expect(await outcome(claim(token, 'v'))).toBe('download_limit')
    expect(await counted(library.actor)).toBe(0)
    expect(await claim(token, 'v', { photoIds: [ids[0] ?? '', randomUUID()] })).toMatchObject({ left: 1 })
    expect(await counted(library.actor)).toBe(1)
  })

  it('does not concern the owner, and goes when the owner takes it away', async () => {
    const { token, library, link } = await galleryOf(2, { visitorLimit: 1 })
    expect(await claim(token, 'me', {}, library.actor)).toMatchObject({ left: null })
    expect(await outcome(claim(token, 'v'))).toBe('download_limit')
    await ownersOf(w).update(link.id, { visitorLimit: null }, library.actor)
    expect(await claim(token, 'v')).toMatchObject({ left: null })
  })

  it('S-SHARE-15 S-SHARE-21 is guarded like every other door', async () => {
    const { token, library, link } = await galleryOf(1, { visitorLimit: 1, password: 'sesame' })
    expect(await outcome(claim(token, 'v'))).toBe('password_required')
    const { grant } = await w.unlock(token, 'sesame')
    await ownersOf(w).update(link.id, { allowDownloads: false }, library.actor)
    expect(await outcome(claim(token, 'v', { grant }))).toBe('downloads_off')
    await ownersOf(w).revoke(link.id, library.actor)
    expect(await outcome(claim(token, 'v', { grant }))).toBe('share_gone')
    expect(await outcome(claim('x'.repeat(22), 'v'))).toBe('share_unavailable')
  })
})

describe('what is downloaded', () => {
  const list = (token: string, more: object) => w.world.rpc.call(sharing.listArchive, { token, ...more }, anonymous)

  it('S-SHARE-14 is all of the gallery, or what is named, in its order', async () => {
    const { token, ids } = await galleryOf(4)
    const photoIds = [ids[2] ?? '', ids[0] ?? '']
    const { selection, files } = await list(token, { photoIds })
    expect(files.map(({ photoId }) => photoId)).toEqual([ids[0], ids[2]])
    expect((await list(token, { selection })).files).toEqual(files)
    expect((await list(token, {})).files).toHaveLength(4)
  })

  it('is refused where a photo is not in the gallery, or the gallery is another by now', async () => {
    const { token, ids, library, album } = await galleryOf(3)
    const other = await galleryOf(1)
    for (const photoIds of [[other.ids[0]], [ids[0], other.ids[0]], ['x'], []])
      expect(await outcome(list(token, { photoIds }))).toBe('photo_not_found')
    const { selection } = await list(token, { photoIds: ids.slice(0, 2) })
    await library.place(album.albumId, 3, [], { removed: ids.slice(2) })
    await w.world.settle()
    expect(await outcome(list(token, { selection }))).toBe('conflict')
  })

  it('S-SHARE-15 comes in a size that the link offers, by default the largest; media knows where', async () => {
    const { token } = await galleryOf(1, { downloadSizes: ['1080', '2048'] })
    const { size, files } = await list(token, {})
    expect(size).toBe('2048')
    expect(files[0]).toMatchObject({ key: '', size: 0, name: 'IMG.JPG' })
    expect(await outcome(list(token, { size: 'original' }))).toBe('size_not_offered')
  })
})
