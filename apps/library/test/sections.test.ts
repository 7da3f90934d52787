import { randomUUID } from 'node:crypto'
import { library } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { measureQueries, setUp } from '@daymark/testing'
import { startLibrary, type Owner } from './library-services.ts'

const PHOTO_COUNT = 5000
const SECTION_COUNT = 50
const services = setUp(startLibrary)
let db: Database
let alice: Owner
let largeAlbumId: string

/** The photos are inserted directly into the tables, to save time. The other albums have as many photos. */
beforeAll(async () => {
  db = services.db('library')
  alice = await services.createUser()
  for (const title of ['Other', 'Large', 'Another']) await insertPhotos((await alice.createAlbum(title)).id)
  await db.sql('ANALYZE')
})

async function insertPhotos(albumId: string): Promise<void> {
  largeAlbumId = albumId
  const names = { stem: `'${albumId}-' || n`, filename: `'${albumId}-' || n || '.jpg'` }
  const ids = await alice.insertPhotos([1, PHOTO_COUNT], { ...names, status: `'completed'` })
  await db.sql(
    'INSERT INTO album_photos (album_id, photo_id, position) SELECT $1, id, number FROM photos WHERE id = ANY ($2)',
    [albumId, ids],
  )
  const sections = Array.from({ length: SECTION_COUNT }, (_, n) => ({
    id: randomUUID(),
    name: `Section ${n}`,
    position: 1 + (n * PHOTO_COUNT) / SECTION_COUNT,
  }))
  await db.sql('UPDATE albums SET photo_count = $2, sections = $3 WHERE id = $1', [
    albumId,
    PHOTO_COUNT,
    JSON.stringify(sections),
  ])
}

const photoCounts = (sections: { photoCount: number }[] = []) => sections.map(section => section.photoCount)

describe('an album of 5,000 photos in 50 sections', () => {
  it('rule 114: is listed with all section counts by one query over the index of its order', async () => {
    const { queries, plans } = await measureQueries(db, async () => {
      const albums = await alice.call(library.listAlbums, {})
      const divided = albums.filter(album => !album.isFavorites)
      expect(divided.map(album => photoCounts(album.sections))).toEqual(Array(3).fill(Array(SECTION_COUNT).fill(100)))
    })
    expect(queries).toBe(2) // one for the covers and one for the counts
    expect(plans).toContain('album_photos_order')
    expect(plans).not.toContain('Seq Scan on album_photos')
  })

  it('rule 115: one more index lookup finds the section of each photo on a page', async () => {
    const { plans } = await measureQueries(db, async () => {
      const { photos } = await alice.call(library.getAlbum, { id: largeAlbumId, limit: 200, offset: 4900 - 100 })
      expect(new Set(photos.map(photo => photo.sectionId)).size).toBe(2)
    })
    expect(plans).toMatch(/Index (Only )?Scan using album_photos_(photo|pkey)/)
    expect(plans).not.toMatch(/Seq Scan on (album_photos|photos)/)
  })

  it('rule 115: moving a photo does not change the others', async () => {
    const { album, photos } = await alice.call(library.getAlbum, { id: largeAlbumId, limit: 1, offset: 2500 })
    const [first] = album.sections ?? []
    const before = services.published.events.length
    const input = { id: largeAlbumId, sectionId: first?.id ?? '', photoIds: [photos[0]?.id ?? ''] }
    expect(photoCounts((await alice.call(library.moveToSection, input)).sections)[0]).toBe(101)
    await services.settle()
    const arranged = services.published.events.slice(before).filter(event => event.type === 'library.album.arranged.v1')
    expect(arranged.map(({ data }) => (data as { placed: unknown[] }).placed.length)).toEqual([1])
  })
})
