import { randomUUID } from 'node:crypto'
import { library } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { codeOf, startLibrary, type LibraryWorld, type Owner } from './library-world.ts'

let world: LibraryWorld
let alice: Owner
beforeAll(async () => void (world = await startLibrary()))
beforeEach(async () => void (alice = await world.user()))
afterAll(() => world.stop())

const add = (owner: Owner, id: string, photoIds: string[]) => owner.call(library.addPhotos, { id, photoIds })

describe('Favorites', () => {
  it('L-ENT-13 is there for everyone, first, and cannot be deleted or renamed', async () => {
    const { id } = await alice.favorites()
    expect(await alice.favorites()).toMatchObject({ title: 'Favorites', photoCount: 0 })
    for (const deletePhotos of [true, false])
      expect(await codeOf(alice.call(library.deleteAlbum, { id, deletePhotos }))).toBe('favorites_fixed')
    expect(await codeOf(alice.call(library.updateAlbum, { id, title: 'Best' }))).toBe('favorites_fixed')
    const updates = [{ id: randomUUID(), title: 'x' }]
    expect(await codeOf(alice.call(library.batchRename, { id, updates }))).toBe('favorites_fixed')
    const edited = await alice.call(library.updateAlbum, { id, title: 'Favorites', description: 'Mine', theme: 'dark' })
    expect(edited).toMatchObject({ title: 'Favorites', description: 'Mine', theme: 'dark' })
  })
  it('L-API-12 has the liked photos as members', async () => {
    const { id } = await alice.favorites()
    const [a, b] = (await alice.uploadMany(2)) as [string, string]
    expect(await alice.call(library.updatePhoto, { id: b, isFavorite: true })).toMatchObject({ isFavorite: true })
    expect(await alice.albumIds(id)).toEqual([b])
    expect(await add(alice, id, [a, b])).toMatchObject({ added: 1, skipped: 1, album: { photoCount: 2 } })
    expect((await alice.call(library.getPhoto, { id: a })).isFavorite).toBe(true)
    await alice.call(library.removePhotos, { id, photoIds: [b] })
    expect((await alice.call(library.getPhoto, { id: b })).isFavorite).toBe(false)
    expect(await alice.listIds({ isFavorite: true })).toEqual([a])
    await alice.call(library.updatePhoto, { id: a, isFavorite: false })
    expect(await alice.albumIds(id)).toEqual([])
    await world.settle()
    expect(world.published.orderOf(id)).toEqual([])
  })
  it('a photo uploaded into it is liked', async () => {
    const { id } = await alice.favorites()
    expect(await alice.upload({ albumId: id })).toMatchObject({ isFavorite: true })
  })
  it('liking and unliking at once ends in one of the two, in the photo and in the album alike', async () => {
    const [favorites, photo] = [await alice.favorites(), await alice.upload()]
    for (let round = 0; round < 5; round++) {
      const likes = [true, false, true, false, true, false]
      await Promise.all(likes.map(isFavorite => alice.call(library.updatePhoto, { id: photo.id, isFavorite })))
      const { isFavorite } = await alice.call(library.getPhoto, { id: photo.id })
      const { album, photos } = await alice.call(library.getAlbum, { id: favorites.id, limit: 10, offset: 0 })
      expect(photos.map(p => p.id)).toEqual(isFavorite ? [photo.id] : [])
      expect(album.photoCount).toBe(photos.length)
      expect((await alice.list({ isFavorite: true })).total).toBe(photos.length)
    }
    await world.settle()
    expect(world.published.orderOf(favorites.id)).toEqual(await alice.albumIds(favorites.id))
  })
  it('is made once when everything starts at once', async () => {
    const newcomer = randomUUID()
    const lists = await Promise.all(
      Array.from({ length: 6 }, () => world.rpc.call(library.listAlbums, {}, actorOf(newcomer))),
    )
    expect(new Set(lists.flatMap(list => list.map(album => album.id))).size).toBe(1)
  })
})
