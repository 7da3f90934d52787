import { randomUUID } from 'node:crypto'
import { albumArranged } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { createRandom, RandomLibrary } from './random-library.ts'
import { SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

const env = setUp(() => SharingServices.start())

/** Returns the galleries of all albums as visitors see them. */
async function visibleGalleries(library: RandomLibrary, owner: PublishingLibrary) {
  return Promise.all(
    library.albums.map(async album => {
      const link = await env.createLink(album, owner.actor).catch((e: { code: string }) => e.code)
      if (typeof link === 'string') return link
      const { album: shown, photos: images } = await env.getGallery(link.token)
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
function expectedGalleries(library: RandomLibrary) {
  const photos = new Map(library.photos.map(photo => [photo.photoId, photo]))
  return library.albums.map(album => {
    if (album.deleted) return 'album_not_found'
    const { title, description, theme } = album
    const images = library
      .visibleIds(album)
      .map(id => ({ id, title: photos.get(id)?.title, caption: photos.get(id)?.caption }))
    return { title, description, theme, counts: library.countBySection(album), images }
  })
}

/** Returns rows that must not exist: deleted albums or photos with more data than ids, and failed events. */
const findLeftovers = () =>
  env.services.db('sharing').sql(
    `SELECT id::text FROM albums WHERE deleted AND (title, description, theme, version) <> ('', '', 'auto', 0)
     UNION ALL SELECT album_id::text FROM album_photos m JOIN albums a ON a.id = m.album_id
       WHERE a.deleted AND (m.present OR m.position IS NOT NULL)
     UNION ALL SELECT id::text FROM photos WHERE deleted AND COALESCE(filename, title, caption, original::text, variants::text) IS NOT NULL
     UNION ALL SELECT reason FROM dead_letters`,
  )

describe('the read model of the library', () => {
  it.each(Array.from({ length: 12 }, (_, i) => 1000 + i * 7919))(
    'is the same for any order and repetition of the events (seed %i)',
    async seed => {
      const owner = new PublishingLibrary(env.services)
      const library = new RandomLibrary(owner.ownerId, seed, 60)
      const rng = createRandom(seed + 1)
      const events = library.events.map(event => ({ ...event, id: randomUUID() }))
      // some events are delivered again with the same id, and some with another id
      const redeliveries = events.flatMap(event => [
        ...(rng.next() < 0.3 ? [event] : []),
        ...(rng.next() < 0.3 ? [{ ...event, id: randomUUID() }] : []),
      ])
      // each event has another key, so that the events are unordered and up to sixteen are handled at the same time
      const publish = ({ type, data, id }: (typeof events)[number]) =>
        env.services.publish(type, randomUUID(), data, id)
      await Promise.all(rng.shuffle([...events, ...redeliveries]).map(publish))
      await env.services.settle()
      expect(await visibleGalleries(library, owner)).toEqual(expectedGalleries(library))
      expect(await findLeftovers()).toEqual([])
    },
  )

  it('is tested with every type of event', () => {
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

  it('applies an event with a thousand photos', async () => {
    const library = new PublishingLibrary(env.services)
    const album = await library.createAlbum()
    const photo = await library.publishPhoto(readyPhoto(library.ownerId))
    const others = Array.from({ length: 999 }, () => randomUUID())
    await library.publishArrangement(album.albumId, 3, [...others, photo.photoId])
    await env.services.settle()
    const link = await env.createLink({ ...album, version: 3 }, library.actor)
    expect((await env.getGallery(link.token)).photos.map(photo => photo.id)).toEqual([photo.photoId])
  })

  it('does not add a photo to an album of another owner', async () => {
    const [mine, theirs] = [new PublishingLibrary(env.services), new PublishingLibrary(env.services)]
    const photo = await theirs.publishPhoto(readyPhoto(theirs.ownerId))
    const album = await mine.createAlbum()
    const placed = [{ photoId: photo.photoId, position: 1 }]
    const { albumId } = album
    const arranged = { albumId, ownerId: mine.ownerId, version: 3, placed, removed: [] }
    await env.services.publish(albumArranged, albumId, arranged)
    const link = await env.createLink({ ...album, version: 3 }, mine.actor)
    expect((await env.getGallery(link.token)).photos).toEqual([])
    expect((await env.listArchive(link.token)).files).toEqual([])
    await expect(env.locate(link.token, photo.filename)).rejects.toMatchObject({ code: 'photo_not_found' })
  })
})
