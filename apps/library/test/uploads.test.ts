import { randomUUID } from 'node:crypto'
import { library, usageChanged } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { errorCodeOf, createVariants, startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
beforeEach(async () => void (alice = await services.createUser()))

describe('uploads', () => {
  it('a retry with the same key returns the photo of the first attempt, only for its owner', async () => {
    const idempotencyKey = randomUUID()
    const first = await alice.register({ idempotencyKey })
    const again = await alice.register({ idempotencyKey, originalFilename: 'other.jpg' })
    expect(again).toEqual({ photo: first.photo, created: false })
    const known = await alice.call(library.authorizeUpload, { bytes: 10 ** 15, idempotencyKey })
    expect(known.existing).toEqual(first.photo)
    const bob = await services.createUser()
    expect((await bob.register({ idempotencyKey })).created).toBe(true)
    expect((await alice.list()).total).toBe(1)
  })
  it('a call that is repeated after a lost response keeps the object of the photo', async () => {
    const upload = { idempotencyKey: randomUUID(), objectKey: `originals/${randomUUID()}` }
    const first = await alice.register(upload)
    expect(await alice.register(upload)).toEqual({ photo: first.photo, created: true })
    expect((await alice.list()).total).toBe(1)
    expect(await alice.call(library.getAnalytics, {})).toMatchObject({ totalStorage: 1000 })
  })
  it('a deleted photo frees its key', async () => {
    const idempotencyKey = randomUUID()
    const { photo } = await alice.register({ idempotencyKey })
    await alice.call(library.deletePhotos, { ids: [photo.id] })
    expect((await alice.register({ idempotencyKey })).created).toBe(true)
  })
  it('can only add the photo to an album that exists', async () => {
    const album = await alice.createAlbum()
    const photo = await alice.upload({ albumId: album.id })
    expect(await alice.listAlbumPhotoIds(album.id)).toEqual([photo.id])
    expect(await errorCodeOf(alice.upload({ albumId: randomUUID() }))).toBe('album_not_found')
    expect((await alice.list()).total).toBe(1)
  })
})

describe('storage', () => {
  it('S-SUB-14 S-SUB-16: used storage is the sum of originals and variants, the same number everywhere', async () => {
    const [a, b] = [await alice.upload({ size: 700 }), await alice.upload({ size: 300 })]
    await alice.process(a.id)
    await alice.process(b.id, { variants: createVariants(b.id, { sm: 1, md: 2, lg: 3 }) })
    const facts = await alice.call(library.getAnalytics, {})
    expect(facts.breakdown).toEqual({ originals: 1000, small: 11, medium: 22, large: 33 })
    expect(facts.totalStorage).toBe(1066)
    expect(services.published.ofType(usageChanged, alice.id).at(-1)).toMatchObject({ bytes: 1066, photos: 2 })
    await alice.process(b.id, { variants: createVariants(b.id, { sm: 5, md: 2, lg: 3 }) })
    expect((await alice.call(library.getAnalytics, {})).totalStorage).toBe(1070)
    await alice.call(library.deletePhotos, { ids: [a.id] })
    expect((await alice.call(library.getAnalytics, {})).totalStorage).toBe(310)
  })
  it('the version of usage increases with each change', async () => {
    await alice.uploadMany(3)
    await services.settle()
    const announced = services.published.ofType(usageChanged, alice.id)
    expect(announced.map(({ photos }) => photos)).toEqual([1, 2, 3])
    const versions = announced.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  })
})
