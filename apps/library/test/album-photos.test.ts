import { albumArranged, library } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
beforeEach(async () => void (alice = await services.createUser()))

const addPhotos = (owner: Owner, id: string, photoIds: string[]) => owner.call(library.addPhotos, { id, photoIds })
const reorder = (owner: Owner, id: string, order: string[]) => owner.call(library.reorderAlbum, { id, order })

describe('photos of an album', () => {
  it('L-API-37: concurrent additions to one album lose no photo', async () => {
    const { id } = await alice.createAlbum()
    const photos = await alice.uploadMany(20)
    const results = await Promise.all([...photos, ...photos].map(photo => addPhotos(alice, id, [photo])))
    expect(results.reduce((sum, r) => sum + r.added, 0)).toBe(20)
    const { album } = await alice.call(library.getAlbum, { id, limit: 1, offset: 0 })
    expect(album).toMatchObject({ photoCount: 20, version: 21 })
    expect((await alice.listAlbumPhotoIds(id)).toSorted()).toEqual(photos.toSorted())
    await services.settle()
    expect(services.published.ofType(albumArranged, id).map(({ version }) => version)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 2),
    )
    expect(services.published.orderOf(id)).toEqual(await alice.listAlbumPhotoIds(id))
  })
})

describe('order', () => {
  it('the whole order is that of one of two concurrent requests', async () => {
    const { id } = await alice.createAlbum()
    const photos = await alice.uploadMany(12)
    await addPhotos(alice, id, photos)
    const orders = [photos.toReversed(), [...photos.slice(6), ...photos.slice(0, 6)]]
    for (let round = 0; round < 5; round++) {
      await Promise.all(orders.map(order => reorder(alice, id, order)))
      expect(orders).toContainEqual(await alice.listAlbumPhotoIds(id))
    }
    await services.settle()
    expect(services.published.orderOf(id)).toEqual(await alice.listAlbumPhotoIds(id))
  })
  it('an order of 5,000 photos is saved and is published in parts', async () => {
    const { id } = await alice.createAlbum()
    const photos = await alice.insertPhotos([1, 5000])
    expect(await addPhotos(alice, id, photos)).toMatchObject({ added: 5000, album: { photoCount: 5000 } })
    await reorder(alice, id, photos.toReversed())
    const last = await alice.call(library.getAlbum, { id, limit: 50, offset: 4950 })
    expect(last.photos.map(photo => photo.id)).toEqual(photos.slice(0, 50).toReversed())
    await services.settle()
    expect(services.published.orderOf(id)).toEqual(photos.toReversed())
    expect(services.published.ofType(albumArranged, id).map(({ part, parts }) => [part, parts])).toEqual(
      [...'0123401234'].map(part => [Number(part), 5]),
    )
  })
})
