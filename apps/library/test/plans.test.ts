import { randomUUID } from 'node:crypto'
import { GB, library, subscriptionChanged } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { codeOf, startLibrary, type LibraryWorld } from './library-world.ts'

let world: LibraryWorld
beforeAll(async () => void (world = await startLibrary()))
afterAll(() => world.stop())

const room = async (userId: string) =>
  (await world.rpc.call(library.authorizeUpload, { bytes: 0 }, actorOf(userId))).room

describe('album limit', () => {
  it('L-ROLE-04 starter has ten albums beside Favorites, the eleventh is refused with the plan named', async () => {
    const bob = await world.user('starter')
    for (let n = 0; n < 10; n++) await bob.album(`Album ${n}`)
    await expect(bob.album()).rejects.toMatchObject({
      code: 'album_limit',
      status: 403,
      message: 'The Starter plan is limited to 10 albums.',
    })
    const [, newest] = await bob.call(library.listAlbums, {})
    await bob.call(library.deleteAlbum, { id: newest?.id ?? '', deletePhotos: false })
    expect(await codeOf(bob.album())).toBe('no error')
  })
  it('L-ROLE-04 holds for albums made at once', async () => {
    const bob = await world.user('starter')
    const codes = await Promise.all(Array.from({ length: 14 }, () => codeOf(bob.album())))
    expect(codes.filter(code => code === 'no error')).toHaveLength(10)
    expect(await bob.call(library.listAlbums, {})).toHaveLength(11)
  })
  it('L-ROLE-05 S-SUB-18 other plans have none; after a downgrade the albums stay usable', async () => {
    const bob = await world.user('professional')
    for (let n = 0; n < 12; n++) await bob.album(`Album ${n}`)
    await bob.subscribe('starter')
    const albums = await bob.call(library.listAlbums, {})
    expect(albums).toHaveLength(13)
    expect(await codeOf(bob.album())).toBe('album_limit')
    const id = albums[1]?.id ?? ''
    const photo = await bob.upload({ albumId: id })
    expect(await bob.albumIds(id)).toEqual([photo.id])
  })
})

describe('our copy of the plan', () => {
  it('the newest version wins, in whatever order it is delivered', async () => {
    const bob = await world.user('starter', 1 * GB)
    await bob.subscribe('studio', { storageLimit: 9 * GB, version: 7 })
    await bob.subscribe('advanced', { storageLimit: 5 * GB, version: 6 })
    expect(await room(bob.id)).toBe(9 * GB)
  })
  it('of a user made a moment ago is waited for', async () => {
    const userId = randomUUID()
    const asked = room(userId)
    const active = { tier: 'studio', status: 'active', storageLimit: 42, endDate: null, version: 1 } as const
    await world.publish(subscriptionChanged, userId, { userId, ...active })
    expect(await asked).toBe(42)
  })
  it('of a user nothing was published of is starter after two seconds', async () => {
    const started = performance.now()
    expect(await room(randomUUID())).toBe(100 * GB)
    expect(performance.now() - started).toBeGreaterThan(1900)
  })
  it('is awaited up to the version asked for', async () => {
    const bob = await world.user('starter', 10)
    const awaited = bob.call(library.awaitPlan, { userId: bob.id, version: 2 }).then(() => room(bob.id))
    await bob.subscribe('starter', { storageLimit: 20, version: 2 })
    expect(await awaited).toBe(20)
  })
  it('a past due one counts from when billing says it began, not from when its event came', async () => {
    const bob = await world.user('studio', 200 * GB)
    const pastDueSince = new Date(+world.clock.now() - 6 * 86_400_000).toISOString()
    await bob.subscribe('studio', { status: 'past_due', pastDueSince, storageLimit: 200 * GB })
    expect(await room(bob.id)).toBe(200 * GB)
    world.clock.advance(1.1 * 86_400_000)
    expect(await room(bob.id)).toBe(150 * GB)
  })
  it('a past due one is starter after seven days of it, counted from its first', async () => {
    const bob = await world.user('studio', 200 * GB)
    const pastDueSince = world.clock.now().toISOString()
    const late = { status: 'past_due', pastDueSince, storageLimit: 200 * GB } as const
    await bob.subscribe('studio', late)
    world.clock.advance(6 * 86_400_000)
    await bob.subscribe('studio', late)
    expect(await room(bob.id)).toBe(200 * GB)
    world.clock.advance(1.1 * 86_400_000)
    expect(await room(bob.id)).toBe(150 * GB)
    await bob.subscribe('studio', { storageLimit: 200 * GB })
    expect(await room(bob.id)).toBe(200 * GB)
  })
})
