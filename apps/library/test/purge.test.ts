import { albumPurged, library, photoDeleted, photoPurged, system } from '@daymark/contracts'
import { PurgePhotos } from '../src/photos/purge-photos.job.ts'
import { errorCodeOf, startLibrary, type LibraryServices } from './library-services.ts'

const DAY_MS = 86_400_000
let services: LibraryServices
const start = async (env: Record<string, string> = {}) => (services = await startLibrary(env))
afterEach(() => services.stop())

const listPhotoRows = () => services.db('library').sql('SELECT 1 FROM photos')

describe('purge', () => {
  it('L-MKT-07 rule 25: a deleted photo and a deleted album are purged after thirty days', async () => {
    await start()
    const alice = await services.createUser()
    const objectKey = 'originals/one'
    const [gone, stored] = [await alice.upload({ objectKey }), await alice.upload()]
    const { id: albumId } = await alice.createAlbum()
    await alice.call(library.deletePhotos, { ids: [gone.id] })
    await alice.call(library.deleteAlbum, { id: albumId, deletePhotos: false })
    services.clock.advance(30 * DAY_MS - 60_000)
    await services.runJob('library', PurgePhotos)
    expect(await listPhotoRows()).toHaveLength(2)
    services.clock.advance(120_000)
    await services.runJob('library', PurgePhotos)
    await services.settle()
    expect(services.published.ofType(photoPurged)).toEqual([{ photoId: gone.id, ownerId: alice.id, objectKey }])
    expect(services.published.ofType(albumPurged)).toEqual([{ albumId, ownerId: alice.id }])
    expect(await listPhotoRows()).toHaveLength(1)
    expect(await alice.listIds()).toEqual([stored.id])
  })
  it('purges more than one batch, and each photo once when two jobs run concurrently', async () => {
    await start()
    const alice = await services.createUser()
    await alice.insertPhotos([1, 1100], { deleted_at: `now() - interval '31 days'` })
    await Promise.all([services.runJob('library', PurgePhotos), services.runJob('library', PurgePhotos)])
    await services.settle()
    expect(await listPhotoRows()).toHaveLength(0)
    expect(new Set(services.published.ofType(photoPurged).map(purged => purged.photoId)).size).toBe(1100)
    expect(services.published.ofType(photoPurged)).toHaveLength(1100)
  })
  it('happens together with the deletion if photos are kept for 0 days, and is published after the deletion', async () => {
    await start({ DAYMARK_LIBRARY_PURGE_AFTER_DAYS: '0' })
    const alice = await services.createUser()
    const album = await alice.createAlbum()
    const photo = await alice.upload({ albumId: album.id })
    await alice.call(library.deleteAlbum, { id: album.id, deletePhotos: true })
    await services.settle()
    expect(await listPhotoRows()).toHaveLength(0)
    const order = services.published.events.filter(event => event.subject === photo.id).map(event => event.type)
    expect(order.slice(-2)).toEqual([photoDeleted.name, photoPurged.name])
    await alice.process(photo.id)
    expect(await alice.call(library.getAnalytics, {})).toMatchObject({
      totalPhotos: 0,
      totalStorage: 0,
      totalAlbums: 0,
    })
  })
  it('an object stays registered until its photo is purged, and only the system may query registered objects', async () => {
    await start()
    const alice = await services.createUser()
    const { id } = await alice.upload({ objectKey: 'originals/mine' })
    const keys = ['originals/mine', 'originals/unregistered']
    const findUnregistered = () => services.rpc.call(library.findUnregistered, { keys }, system)
    expect(await errorCodeOf(alice.call(library.findUnregistered, { keys }))).toBe('forbidden')
    await alice.call(library.deletePhotos, { ids: [id] })
    expect(await findUnregistered()).toEqual({ unregistered: ['originals/unregistered'] })
    services.clock.advance(31 * DAY_MS)
    await services.runJob('library', PurgePhotos)
    expect(await findUnregistered()).toEqual({ unregistered: keys })
  })
})
