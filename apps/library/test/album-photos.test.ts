import { randomUUID } from 'node:crypto'
import { albumArranged, library } from '@daymark/contracts'
import { codeOf, startLibrary, type LibraryWorld, type Owner } from './library-world.ts'

let world: LibraryWorld
let alice: Owner
beforeAll(async () => void (world = await startLibrary()))
beforeEach(async () => void (alice = await world.user()))
afterAll(() => world.stop())

const add = (owner: Owner, id: string, photoIds: string[]) => owner.call(library.addPhotos, { id, photoIds })
const reorder = (owner: Owner, id: string, order: string[]) => owner.call(library.reorderAlbum, { id, order })

describe('photos of an album', () => {
  it('L-API-26 L-API-27 L-API-37 are added once each, at the end, in the order given', async () => {
    const { id } = await alice.album()
    const [a, b, c] = (await alice.uploadMany(3)) as [string, string, string]
    expect(await add(alice, id, [b])).toMatchObject({ added: 1, skipped: 0, album: { photoCount: 1 } })
    expect(await add(alice, id, [c, b, a, c])).toMatchObject({ added: 2, skipped: 1, album: { photoCount: 3 } })
    expect(await alice.albumIds(id)).toEqual([b, c, a])
    await world.settle()
    expect(world.published.orderOf(id)).toEqual([b, c, a])
  })
  it('are added all or none', async () => {
    const { id } = await alice.album()
    const [mine, foreign] = [await alice.upload(), await (await world.user()).upload()]
    for (const wrong of [foreign.id, randomUUID(), 'nonsense'])
      expect(await codeOf(add(alice, id, [mine.id, wrong]))).toBe('photo_not_found')
    expect(await codeOf(add(alice, id, []))).toBe('invalid_input')
    expect(await alice.albumIds(id)).toEqual([])
  })
  it('L-API-37 parallel adds to one album lose nothing', async () => {
    const { id } = await alice.album()
    const photos = await alice.uploadMany(20)
    const results = await Promise.all([...photos, ...photos].map(photo => add(alice, id, [photo])))
    expect(results.reduce((sum, r) => sum + r.added, 0)).toBe(20)
    const { album } = await alice.call(library.getAlbum, { id, limit: 1, offset: 0 })
    expect(album).toMatchObject({ photoCount: 20, version: 21 })
    expect((await alice.albumIds(id)).toSorted()).toEqual(photos.toSorted())
    await world.settle()
    expect(world.published.of(albumArranged, id).map(e => e.version)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 2),
    )
    expect(world.published.orderOf(id)).toEqual(await alice.albumIds(id))
  })
  it('L-API-28 removing one keeps the photo; one that is not in is not found', async () => {
    const { id } = await alice.album()
    const [a, b] = (await alice.uploadMany(2)) as [string, string]
    await add(alice, id, [a])
    expect(await alice.call(library.removePhotos, { id, photoIds: [a] })).toMatchObject({ photoCount: 0 })
    expect(await codeOf(alice.call(library.removePhotos, { id, photoIds: [a] }))).toBe('photo_not_found')
    expect(await codeOf(alice.call(library.removePhotos, { id, photoIds: [b] }))).toBe('photo_not_found')
    expect((await alice.list()).total).toBe(2)
    await world.settle()
    expect(world.published.orderOf(id)).toEqual([])
  })
  it('L-API-22 any page comes in album order', async () => {
    const { id } = await alice.album()
    const photos = await alice.uploadMany(9)
    await add(alice, id, photos)
    for (let offset = 0; offset < 11; offset++) {
      const page = await alice.call(library.getAlbum, { id, limit: 2, offset })
      expect(page.photos.map(p => p.id)).toEqual(photos.slice(offset, offset + 2))
      expect(page.total).toBe(9)
    }
  })
})

describe('order', () => {
  it('L-API-21 L-ENT-18 is saved whole; photos left out keep theirs at the end', async () => {
    const { id } = await alice.album()
    const [a, b, c, d] = (await alice.uploadMany(4)) as [string, string, string, string]
    await add(alice, id, [a, b, c, d])
    await reorder(alice, id, [d, c, b, a])
    expect(await alice.albumIds(id)).toEqual([d, c, b, a])
    await reorder(alice, id, [a, c])
    expect(await alice.albumIds(id)).toEqual([a, c, d, b])
    await world.settle()
    expect(world.published.orderOf(id)).toEqual([a, c, d, b])
  })
  it('is not saved with an unknown photo', async () => {
    const { id } = await alice.album()
    const [a, b, outside] = (await alice.uploadMany(3)) as [string, string, string]
    await add(alice, id, [a, b])
    for (const wrong of [outside, randomUUID(), 'nonsense'])
      expect(await codeOf(reorder(alice, id, [b, a, wrong]))).toBe('invalid_input')
    expect(await alice.albumIds(id)).toEqual([a, b])
  })
  it('of two reorders at once one wins wholly', async () => {
    const { id } = await alice.album()
    const photos = await alice.uploadMany(12)
    await add(alice, id, photos)
    const orders = [photos.toReversed(), [...photos.slice(6), ...photos.slice(0, 6)]]
    for (let round = 0; round < 5; round++) {
      await Promise.all(orders.map(order => reorder(alice, id, order)))
      expect(orders).toContainEqual(await alice.albumIds(id))
    }
    await world.settle()
    expect(world.published.orderOf(id)).toEqual(await alice.albumIds(id))
  })
  it('of 5,000 photos is saved and published in parts', async () => {
    const { id } = await alice.album()
    await world.db('library').sql(
      `INSERT INTO photos (owner_id, number, stem, extension, filename, original_filename, object_key, size, sha256, crc32,
         mime_type, format, created_at, updated_at)
       SELECT $1, n, 's' || n, 'jpg', 's' || n || '.jpg', 'a.jpg', 'k' || n, 1, 'x', 1, 'image/jpeg', 'JPEG', now(), now()
       FROM generate_series(1, 5000) n`,
      [alice.id],
    )
    const rows = await world.db('library').sql<{ id: string }>('SELECT id FROM photos WHERE owner_id = $1', [alice.id])
    const photos = rows.map(row => row.id)
    expect(await add(alice, id, photos)).toMatchObject({ added: 5000, album: { photoCount: 5000 } })
    await reorder(alice, id, photos.toReversed())
    const last = await alice.call(library.getAlbum, { id, limit: 50, offset: 4950 })
    expect(last.photos.map(p => p.id)).toEqual(photos.slice(0, 50).toReversed())
    await world.settle()
    expect(world.published.orderOf(id)).toEqual(photos.toReversed())
    expect(world.published.of(albumArranged, id).map(e => e.complete)).toEqual([...'ffffTffffT'].map(c => c === 'T'))
  })
})
