import { randomUUID } from 'node:crypto'
import { library } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
beforeEach(async () => void (alice = await services.createUser()))

describe('Favorites', () => {
  it('a photo that is uploaded into Favorites is liked', async () => {
    const { id } = await alice.getFavorites()
    expect(await alice.upload({ albumId: id })).toMatchObject({ isFavorite: true })
  })
  it('concurrent likes and unlikes leave the photo and the album in the same state', async () => {
    const [favorites, photo] = [await alice.getFavorites(), await alice.upload()]
    for (let round = 0; round < 5; round++) {
      const likes = [true, false, true, false, true, false]
      await Promise.all(likes.map(isFavorite => alice.call(library.updatePhoto, { id: photo.id, isFavorite })))
      const { isFavorite } = await alice.call(library.getPhoto, { id: photo.id })
      const { album, photos } = await alice.call(library.getAlbum, { id: favorites.id, limit: 10, offset: 0 })
      expect(photos.map(({ id }) => id)).toEqual(isFavorite ? [photo.id] : [])
      expect(album.photoCount).toBe(photos.length)
      expect((await alice.list({ isFavorite: true })).total).toBe(photos.length)
    }
    await services.settle()
    expect(services.published.orderOf(favorites.id)).toEqual(await alice.listAlbumPhotoIds(favorites.id))
  })
  it('concurrent first requests create Favorites once', async () => {
    const newcomer = randomUUID()
    const lists = await Promise.all(
      Array.from({ length: 6 }, () => services.rpc.call(library.listAlbums, {}, actorOf(newcomer))),
    )
    expect(new Set(lists.flatMap(list => list.map(album => album.id))).size).toBe(1)
  })
})
