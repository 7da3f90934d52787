import { albumUpdated, library } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { errorCodeOf, startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
beforeEach(async () => void (alice = await services.createUser()))

const addPhotos = (owner: Owner, id: string, photoIds: string[]) => owner.call(library.addPhotos, { id, photoIds })

describe('albums', () => {
  it('L-API-37: the cover is the chosen photo, otherwise the first processed photo', async () => {
    const { id } = await alice.createAlbum()
    const [a, b, c] = (await alice.uploadMany(3)) as [string, string, string]
    const cover = async () => (await alice.call(library.getAlbum, { id, limit: 1, offset: 0 })).album.cover?.photoId
    await addPhotos(alice, id, [a, b, c])
    expect(await cover()).toBe(a)
    await alice.process(b)
    expect(await cover()).toBe(b)
    await alice.call(library.updateAlbum, { id, header: { photoId: c } })
    expect(await cover()).toBe(c)
    await alice.call(library.removePhotos, { id, photoIds: [c] })
    expect(await cover()).toBe(b)
    expect(await errorCodeOf(alice.call(library.updateAlbum, { id, header: { photoId: c } }))).toBe('photo_not_found')
    await alice.call(library.updateAlbum, { id, header: { photoId: a } })
    expect((await alice.call(library.updateAlbum, { id, header: { photoId: null } })).cover?.photoId).toBe(b)
  })
  it('L-API-37: a panorama or a long screenshot is a cover only if it was chosen', async () => {
    const { id } = await alice.createAlbum()
    const [a, b, c] = (await alice.uploadMany(3)) as [string, string, string]
    await alice.process(a, { width: 12_000, height: 600 })
    await alice.process(b, { width: 1080, height: 15_000 })
    const cover = async () => (await alice.call(library.getAlbum, { id, limit: 1, offset: 0 })).album.cover?.photoId
    await addPhotos(alice, id, [a, b])
    expect(await cover()).toBeUndefined()
    await addPhotos(alice, id, [c])
    expect(await cover()).toBe(c)
    await alice.call(library.updateAlbum, { id, header: { photoId: b } })
    expect(await cover()).toBe(b)
  })
  it('the header is published, and a new or removed cover resets the focus to the center', async () => {
    const { id } = await alice.createAlbum()
    const [a, b] = (await alice.uploadMany(2)) as [string, string]
    await addPhotos(alice, id, [a, b])
    const middle = { x: 50, y: 50 }
    const change = async (header: object) => (await alice.call(library.updateAlbum, { id, header })).header
    expect(await change({})).toEqual({ layout: 'hero', photoId: null, ...middle })
    expect(await change({ photoId: a, x: 10, y: 90.5 })).toEqual({ layout: 'hero', photoId: a, x: 10, y: 90.5 })
    expect(await change({ layout: 'split' })).toEqual({ layout: 'split', photoId: a, x: 10, y: 90.5 })
    expect(await change({ photoId: b })).toEqual({ layout: 'split', photoId: b, ...middle })
    await alice.call(library.removePhotos, { id, photoIds: [b] })
    await services.settle()
    const published = services.published
      .ofType(albumUpdated, id)
      .map(({ header, version }) => [header?.photoId, version])
    expect(published).toEqual([
      [null, 3],
      [a, 4],
      [a, 5],
      [b, 6],
      [null, 8],
    ])
  })
})
