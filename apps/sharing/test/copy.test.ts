import { randomUUID } from 'node:crypto'
import { albumArranged } from '@daymark/contracts'
import { random, RandomLibrary } from './random-library.ts'
import { SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

let w: SharingServices
beforeAll(async () => void (w = await SharingServices.start()))
afterAll(() => w.stop())

/** What visitors of all albums see, asked through the contracts. */
async function seen(library: RandomLibrary, owner: PublishingLibrary) {
  return Promise.all(
    library.albums.map(async album => {
      const link = await w.create(album, owner.actor).catch((e: { code: string }) => e.code)
      if (typeof link === 'string') return link
      const { album: shown, photos: images } = await w.gallery(link.token)
      const { title, description, theme, sections } = shown
      const counts = sections?.map(({ photoCount }) => photoCount)
      return {
        title,
        description,
        theme,
        counts,
        images: images.map(({ id, title, caption }) => ({ id, title, caption })),
      }
    }),
  )
}
function truth(library: RandomLibrary) {
  const photos = new Map(library.photos.map(photo => [photo.photoId, photo]))
  return library.albums.map(album => {
    if (album.deleted) return 'album_not_found'
    const { title, description, theme } = album
    const images = library
      .shown(album)
      .map(id => ({ id, title: photos.get(id)?.title, caption: photos.get(id)?.caption }))
    return { title, description, theme, counts: library.counts(album), images }
  })
}

/** Nothing of what was deleted may stay but its id; nothing may have failed on the way. */
const leftovers = () =>
  w.services.db('sharing').sql(
    `SELECT id::text FROM albums WHERE deleted AND (title, description, theme, version) <> ('', '', 'auto', 0)
     UNION ALL SELECT album_id::text FROM album_photos m JOIN albums a ON a.id = m.album_id
       WHERE a.deleted AND (m.present OR m.position IS NOT NULL)
     UNION ALL SELECT id::text FROM photos WHERE deleted AND COALESCE(filename, title, caption, original::text, variants::text) IS NOT NULL
     UNION ALL SELECT reason FROM dead_letters`,
  )

describe('the copy of the library', () => {
  it.each(Array.from({ length: 12 }, (_, i) => 1000 + i * 7919))(
    'is the same for any order and repetition of the events (seed %i)',
    async seed => {
      const owner = new PublishingLibrary(w.services)
      const library = new RandomLibrary(owner.ownerId, seed, 60)
      const rng = random(seed + 1)
      const once = library.events.map(event => ({ ...event, id: randomUUID() }))
      // published again with the same id, as the bus may, and with another, as a replay would
      const again = once.flatMap(event => [
        ...(rng.next() < 0.3 ? [event] : []),
        ...(rng.next() < 0.3 ? [{ ...event, id: randomUUID() }] : []),
      ])
      // a key of its own for each: nothing holds them in order, up to sixteen are handled side by side
      const publish = ({ type, data, id }: (typeof once)[number]) => w.services.publish(type, randomUUID(), data, id)
      await Promise.all(rng.shuffle([...once, ...again]).map(publish))
      await w.services.settle()
      expect(await seen(library, owner)).toEqual(truth(library))
      expect(await leftovers()).toEqual([])
    },
  )

  it('meets every kind of event in the orders above', () => {
    const kinds = Array.from({ length: 12 }, (_, i) => new RandomLibrary(randomUUID(), 1000 + i * 7919, 60))
    const names = new Set(kinds.flatMap(library => library.events.map(event => event.type.name)))
    expect([...names].sort()).toEqual([
      'library.album.arranged.v1',
      'library.album.created.v1',
      'library.album.deleted.v1',
      'library.album.restored.v1',
      'library.album.updated.v1',
      'library.photo.deleted.v1',
      'library.photo.restored.v1',
      'library.photo.updated.v1',
    ])
  })

  it('takes an album of a thousand photos in one event', async () => {
    const library = new PublishingLibrary(w.services)
    const album = await library.album()
    const photo = await library.photo(readyPhoto(library.ownerId))
    const others = Array.from({ length: 999 }, () => randomUUID())
    await library.place(album.albumId, 3, [...others, photo.photoId])
    await w.services.settle()
    const link = await w.create({ ...album, version: 3 }, library.actor)
    expect((await w.gallery(link.token)).photos.map(photo => photo.id)).toEqual([photo.photoId])
  })

  it('does not take somebody’s photo into another one’s album', async () => {
    const [mine, theirs] = [new PublishingLibrary(w.services), new PublishingLibrary(w.services)]
    const photo = await theirs.photo(readyPhoto(theirs.ownerId))
    const album = await mine.album()
    const placed = [{ photoId: photo.photoId, position: 1 }]
    const { albumId } = album
    const arranged = { albumId, ownerId: mine.ownerId, version: 3, placed, removed: [] }
    await w.services.publish(albumArranged, albumId, arranged)
    const link = await w.create({ ...album, version: 3 }, mine.actor)
    expect((await w.gallery(link.token)).photos).toEqual([])
    expect((await w.archive(link.token)).files).toEqual([])
    await expect(w.locate(link.token, photo.filename)).rejects.toMatchObject({ code: 'photo_not_found' })
  })
})
