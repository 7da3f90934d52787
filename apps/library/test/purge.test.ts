import { library, photoDeleted, photoPurged, system } from '@daymark/contracts'
import { PurgePhotos } from '../src/photos/purge-photos.job.ts'
import { codeOf, startLibrary, type LibraryWorld } from './library-world.ts'

const DAY_MS = 86_400_000
let world: LibraryWorld
const start = async (env: Record<string, string> = {}) => (world = await startLibrary(env))
afterEach(() => world.stop())

const rows = () => world.db('library').sql('SELECT 1 FROM photos')

describe('purge', () => {
  it('L-MKT-07 a deleted photo is kept for thirty days, then its objects are given up', async () => {
    await start()
    const alice = await world.user()
    const objectKey = 'originals/one'
    const [gone, kept] = [await alice.upload({ objectKey }), await alice.upload()]
    await alice.call(library.deletePhotos, { ids: [gone.id] })
    world.clock.advance(30 * DAY_MS - 60_000)
    await world.runJob('library', PurgePhotos)
    expect(await rows()).toHaveLength(2)
    world.clock.advance(120_000)
    await world.runJob('library', PurgePhotos)
    await world.settle()
    expect(world.published.of(photoPurged)).toEqual([{ photoId: gone.id, ownerId: alice.id, objectKey }])
    expect(await rows()).toHaveLength(1)
    expect(await alice.listIds()).toEqual([kept.id])
  })
  it('takes more than one batch, each photo once, also when two run at once', async () => {
    await start()
    const alice = await world.user()
    await world.db('library').sql(
      `INSERT INTO photos (owner_id, number, stem, extension, filename, original_filename, object_key, size, sha256, crc32,
         mime_type, format, created_at, updated_at, deleted_at)
       SELECT $1, n, 's' || n, 'jpg', 's' || n, 'a', 'k' || n, 1, 'x', 1, 'image/jpeg', 'JPEG', now(), now(), now() - interval '31 days'
       FROM generate_series(1, 1100) n`,
      [alice.id],
    )
    await Promise.all([world.runJob('library', PurgePhotos), world.runJob('library', PurgePhotos)])
    await world.settle()
    expect(await rows()).toHaveLength(0)
    expect(new Set(world.published.of(photoPurged).map(p => p.photoId)).size).toBe(1100)
    expect(world.published.of(photoPurged)).toHaveLength(1100)
  })
  it('with a grace of 0 days is part of the deletion, published after it', async () => {
    await start({ DAYMARK_LIBRARY_PURGE_AFTER_DAYS: '0' })
    const alice = await world.user()
    const album = await alice.album()
    const photo = await alice.upload({ albumId: album.id })
    await alice.call(library.deleteAlbum, { id: album.id, deletePhotos: true })
    await world.settle()
    expect(await rows()).toHaveLength(0)
    const order = world.published.events.filter(e => e.subject === photo.id).map(e => e.type)
    expect(order.slice(-2)).toEqual([photoDeleted.name, photoPurged.name])
    await alice.process(photo.id)
    expect(await alice.call(library.getAnalytics, {})).toMatchObject({
      totalPhotos: 0,
      totalStorage: 0,
      totalAlbums: 0,
    })
  })
  it('an object belongs to its photo until the purge, and only the system may ask', async () => {
    await start()
    const alice = await world.user()
    const { id } = await alice.upload({ objectKey: 'originals/mine' })
    const keys = ['originals/mine', 'originals/nobody']
    const ask = () => world.rpc.call(library.findUnregistered, { keys }, system)
    expect(await codeOf(alice.call(library.findUnregistered, { keys }))).toBe('forbidden')
    await alice.call(library.deletePhotos, { ids: [id] })
    expect(await ask()).toEqual({ unregistered: ['originals/nobody'] })
    world.clock.advance(31 * DAY_MS)
    await world.runJob('library', PurgePhotos)
    expect(await ask()).toEqual({ unregistered: keys })
  })
})
