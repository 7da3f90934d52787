import { library, type PhotoView } from '@daymark/contracts'
import { measureQueries, setUp } from '@daymark/testing'
import { startLibrary, type Owner } from './library-services.ts'

type Filter = Parameters<Owner['list']>[0] & object
type Sort = 'created_at' | 'taken_at' | 'title' | 'filename' | 'rating'

const services = setUp(startLibrary)
let alice: Owner
let photos: PhotoView[]
let albumId: string
let order: string[]
const tagIds: Record<string, string> = {}

/** Uploads 61 photos that differ in every field of the filters and orders. Another user has photos with the same names and tags. */
beforeAll(async () => {
  alice = await services.createUser()
  const bob = await services.createUser()
  for (const owner of [alice, bob]) await uploadPhotos(owner)
  photos = (await alice.list({}, { limit: 1000 })).photos
  const album = await alice.createAlbum()
  albumId = album.id
  order = photos.filter((_, n) => n % 3 === 0).map(photo => photo.id).toReversed() // prettier-ignore
  await alice.call(library.addPhotos, { id: albumId, photoIds: order })
  for (const { id, label } of await alice.call(library.listTags, {})) tagIds[label] = id
})

async function uploadPhotos(owner: Owner): Promise<void> {
  for (let n = 0; n < 61; n++) {
    const oneOf = <T>(...values: T[]): T => values[n % values.length] as T
    const format = oneOf('JPEG', 'HEIC', 'NEF', 'PNG')
    const caption = oneOf('Großes MEER\n100% true', '', '', '', '')
    const title = oneOf('', `Trip ${n % 13}`, `Trip ${n % 13}`, `Trip ${n % 13}`)
    const { id } = await owner.upload({ originalFilename: `${oneOf('img', 'DSC')}_${n}.jpg`, title, caption, format })
    services.clock.advance(60_000)
    const taken = `20${10 + (n % 10)}-05-01T10:00:00.000Z`
    const orientation = oneOf('landscape' as const, 'portrait' as const, 'square' as const)
    const exif = {
      make: oneOf('Canon', 'SONY'),
      model: oneOf('Canon R10', 'ILCE-7'),
      lens: oneOf('EF50mm', 'FE 35mm F1.8', 'EF50mm'),
      rating: oneOf(3, 5),
    }
    const facts = { takenAt: oneOf(null, taken, taken, taken, taken, taken), orientation, format, exif }
    if (n % 7) await owner.process(id, facts)
    const tags = oneOf(['sea', 'sun set'], [], [], ['sea'], [], [])
    await owner.call(library.updatePhoto, { id, isFavorite: oneOf(false, true), tags, rating: oneOf(undefined, 1, 4) })
  }
}

const hasTag = (photo: PhotoView, label: string) => photo.tags.some(tag => tag.label === label)
const dateOf = (photo: PhotoView) => photo.takenAt ?? photo.createdAt
const compareNaturally = new Intl.Collator('und', { numeric: true }).compare
const comparators: Record<Sort, (a: PhotoView, b: PhotoView) => number> = {
  created_at: (a, b) => a.createdAt.localeCompare(b.createdAt),
  taken_at: (a, b) => dateOf(a).localeCompare(dateOf(b)) || a.id.localeCompare(b.id),
  title: (a, b) => compareNaturally(a.title, b.title) || a.id.localeCompare(b.id),
  filename: (a, b) => compareNaturally(a.filename, b.filename),
  rating: (a, b) => (a.rating ?? 0) - (b.rating ?? 0) || a.id.localeCompare(b.id),
}

const filterCases: [string, () => Filter, (photo: PhotoView) => boolean][] = [
  ['L-API-08: no filter', () => ({}), () => true],
  ['L-API-10: is_favorite', () => ({ isFavorite: true }), p => p.isFavorite],
  ['not is_favorite', () => ({ isFavorite: false }), p => !p.isFavorite],
  ['L-API-11: tag_id', () => ({ tagId: tagIds['sea'] }), p => hasTag(p, 'sea')],
  ['album_id', () => ({ albumId }), p => order.includes(p.id)],
  ['format by name', () => ({ format: 'jpeg' }), p => p.originalFormat === 'JPEG'],
  ['format by extension', () => ({ format: '.JPG' }), p => p.originalFormat === 'JPEG'],
  ['format raw', () => ({ format: 'raw' }), p => p.originalFormat === 'NEF'],
  ['one raw format', () => ({ format: 'nef' }), p => p.originalFormat === 'NEF'],
  ['orientation', () => ({ orientation: 'portrait' }), p => p.orientation === 'portrait'],
  ['rule 161: rating_min', () => ({ ratingMin: 4 }), p => Number(p.rating) >= 4],
  ['untagged', () => ({ untagged: true }), p => !p.tags.length],
  ['tagged', () => ({ untagged: false }), p => p.tags.length > 0],
  ['dates', () => ({ dateFrom: '2013-01-01T00:00:00Z', dateTo: '2015-05-01T10:00:00Z' }), p => dateOf(p) > '2013' && dateOf(p) <= '2015-05-01T10:00:00.000Z'], // prettier-ignore
  [
    'q in the title',
    () => ({ q: 'trip 12' }),
    p => p.title.includes('Trip') && /12/.test(p.title + p.originalFilename),
  ],
  ['q in the caption, in any case', () => ({ q: 'GROSSES meer'.replace('SS', 'ß') }), p => p.caption !== ''],
  ['q with wildcards of LIKE', () => ({ q: '100%' }), p => p.caption.includes('100%')],
  ['q with an underscore', () => ({ q: '_4' }), p => p.originalFilename.includes('_4')],
  ['q in the uploaded name', () => ({ q: 'dsc' }), p => p.originalFilename.includes('DSC')],
  ['q in a tag', () => ({ q: 'sun set' }), p => hasTag(p, 'sun set')],
  ['q over tag and name', () => ({ q: 'sea img' }), p => hasTag(p, 'sea') && p.originalFilename.includes('img')],
  ['camera', () => ({ camera: 'SONY ILCE-7' }), p => p.exif.model === 'ILCE-7'],
  ['lens', () => ({ lens: 'EF50mm' }), p => p.exif.lens === 'EF50mm'],
  ['camera and lens', () => ({ camera: 'Canon R10', lens: 'FE 35mm F1.8' }), p => p.exif.model === 'Canon R10' && p.exif.lens === 'FE 35mm F1.8'], // prettier-ignore
  ['a camera by a part of its name', () => ({ camera: 'SONY' }), () => false],
  ['q in the camera', () => ({ q: 'ilce sony' }), p => p.exif.model === 'ILCE-7'],
  ['q over lens and title', () => ({ q: '35MM trip' }), p => p.exif.lens === 'FE 35mm F1.8' && p.title !== ''],
  ['q blank', () => ({ q: '  ' }), () => true],
  ['q without a match', () => ({ q: 'zebra' }), () => false],
  ['q with characters that PostgreSQL cannot store', () => ({ q: 'dsc\0\ud800' }), () => false],
  ['several at once', () => ({ isFavorite: true, tagId: tagIds['sea'], albumId, q: 'dsc' }), p => p.isFavorite && hasTag(p, 'sea') && order.includes(p.id)], // prettier-ignore
]

describe('listing photos', () => {
  /**
   * Tests the first two filters with every order, and each of the others with one order, because filters and orders do not depend on each
   * other.
   */
  const sorts = Object.keys(comparators) as Sort[]
  const ordered = filterCases.map(([name, filter, matches], n) => ({
    name,
    filter,
    matches,
    sortedBy: n < 2 ? sorts : sorts.slice(n % sorts.length).slice(0, 1),
  }))
  it.each(ordered)('L-API-09: lists photos by $name, sorted and in pages', async ({ filter, matches, sortedBy }) => {
    for (const sort of sortedBy)
      for (const direction of ['asc', 'desc'] as const) {
        const sorted = photos.filter(matches).toSorted(comparators[sort])
        const expected = direction === 'asc' ? sorted : sorted.toReversed()
        const ids: string[] = []
        for (let offset = 0; offset === 0 || offset < expected.length; offset += 9) {
          const page = await alice.list(filter(), { sort, direction, limit: 9, offset })
          expect(page).toMatchObject({ total: expected.length, limit: 9, offset })
          ids.push(...page.photos.map(p => p.id))
        }
        expect(ids).toEqual(expected.map(p => p.id))
      }
  })
  it('the default is newest upload first, and an album keeps its own order', async () => {
    expect(photos.map(p => p.id)).toEqual(
      photos
        .toSorted(comparators.created_at)
        .toReversed()
        .map(p => p.id),
    )
    expect(await alice.listIds({ albumId })).toEqual(order)
    const liked = new Set(photos.filter(p => p.isFavorite).map(p => p.id))
    expect(await alice.listIds({ albumId, isFavorite: true })).toEqual(order.filter(id => liked.has(id)))
    expect((await alice.list({}, { sort: 'title' })).photos[0]?.title).toBe('')
  })
  it('a search for a complete stored name finds exactly its photo', async () => {
    const filename = photos[7]?.filename ?? ''
    expect(await alice.listIds({ q: filename })).toEqual([photos[7]?.id])
  })
  it('a page after the end is empty, and a limit of 0 returns the total', async () => {
    for (const page of [
      { limit: 50, offset: 61 },
      { limit: 50, offset: 10 ** 9 },
      { limit: 0, offset: 0 },
    ])
      expect(await alice.list({}, page)).toMatchObject({ photos: [], total: 61 })
  })
  it('filters without a counter are counted exactly up to 10,000, and also have pages beyond that', async () => {
    const dave = await services.createUser()
    const tag = await dave.call(library.createTag, { label: 'Many things' })
    const bulk = { original_filename: `'bulk ' || n`, created_at: 'to_timestamp(n)' }
    const ids = await dave.insertPhotos([1, 10_060], bulk)
    await dave.call(library.applyTags, { photoIds: ids.slice(0, 2100), tagIds: [tag.id] })
    expect((await dave.list({ untagged: true })).total).toBe(7960)
    expect((await dave.list({ q: 'many' })).total).toBe(2100)
    expect((await dave.list({ q: 'thing 2099' })).photos.map(p => p.originalFilename)).toEqual(['bulk 2099'])
    expect((await dave.list({ q: 'bulk' })).total).toBe(10_000)
    expect(await dave.list({ q: 'bulk' }, { offset: 10_000 })).toMatchObject({ total: 10_051 })
    const last = await dave.list({ q: 'bulk' }, { offset: 10_050 })
    expect(last.total).toBe(10_060)
    expect(last.photos.map(p => p.originalFilename)).toEqual(Array.from({ length: 10 }, (_, n) => `bulk ${10 - n}`))
  })
  it('rule 151: files of guests are listed in pages, guest by guest, without a subquery per row', async () => {
    const frank = await services.createUser()
    const [db, album] = [services.db('library'), await frank.createAlbum()]
    const guests = ['c', 'a', 'b'].map(letter => letter.repeat(8) + '-0000-4000-8000-000000000000')
    await db.sql(
      `INSERT INTO guest_uploads (id, owner_id, album_id, link_id, guest_id, guest_name, state, extension, original_filename,
         object_key, size, sha256, crc32, mime_type, format, status, created_at)
       SELECT gen_random_uuid(), $1, $2, $2, ($3::uuid[])[1 + n % 3], 'Anna', 'waiting', 'jpg', n::text, 'k', 1, n::text, 1, 'image/jpeg',
         'JPEG', 'completed', to_timestamp(n) FROM generate_series(0, 299) n`,
      [frank.id, album.id, guests],
    )
    const names: string[] = []
    const { queries, plans } = await measureQueries(db, async () => {
      for (let offset = 0; offset < 300; offset += 70) {
        const page = await frank.call(library.listReceived, { albumId: album.id, limit: 70, offset })
        const here = guests.slice(Math.floor(offset / 100), Math.ceil(Math.min(offset + 70, 300) / 100))
        expect([page.total, page.guests.map(({ id }) => id)]).toEqual([300, here])
        names.push(...page.files.map(file => file.originalFilename))
      }
    })
    expect(names).toEqual([0, 1, 2].flatMap(guest => Array.from({ length: 100 }, (_, n) => String(3 * n + guest))))
    expect(queries).toBeGreaterThan(0)
    expect(plans).not.toContain('SubPlan')
  })
  it('L-API-09 S-SUB-15: pages and counts since a time are correct in a library with deleted photos in many blocks', async () => {
    const erin = await services.createUser()
    const [db, album] = [services.db('library'), await erin.createAlbum()]
    const all = (await erin.insertPhotos([1, 4500], { size: '0', created_at: 'to_timestamp(n * 60)' })).toReversed()
    await db.sql('INSERT INTO photo_block_counts SELECT $1, n / 1000, count(*) FROM generate_series(1, 4500) n GROUP BY 2', [erin.id]) // prettier-ignore
    await db.sql('UPDATE accounts SET photos = 4500, uploads = 4500 WHERE user_id = $1', [erin.id])
    // deletes all photos of one block and some photos of the other blocks, and then adds a photo
    const isGone = (n: number) => (n > 1400 && n < 2600) || n % 7 === 0
    const gone = all.filter((_, n) => isGone(n))
    await erin.call(library.addPhotos, { id: album.id, photoIds: gone })
    await erin.call(library.deleteAlbum, { id: album.id, deletePhotos: true })
    const expected = [(await erin.upload()).id, ...all.filter((_, n) => !isGone(n))]
    for (const direction of ['desc', 'asc'] as const) {
      const ids: string[] = []
      for (let offset = 0; offset < expected.length; offset += 97) {
        const page = await erin.list({}, { direction, limit: 97, offset })
        expect(page.total).toBe(expected.length)
        ids.push(...page.photos.map(p => p.id))
      }
      expect(ids).toEqual(direction === 'desc' ? expected : expected.toReversed())
    }
    // each photo was uploaded in the minute of its number; each tested time is half a minute before the upload of a photo, a week later
    const there = all.flatMap((_, n) => (isGone(n) ? [] : [4500 - n]))
    const week = 7 * 86_400_000
    for (const since of [1, 1000, 1899, 2500, 3000, 4499, 5000]) {
      const back = +services.clock.now() - ((since - 0.5) * 60_000 + week)
      services.clock.advance(-back)
      const { photosThisWeek, photosThisMonth } = await erin.call(library.getAnalytics, {})
      services.clock.advance(back)
      const later = there.filter(minute => minute >= since).length
      expect([since, photosThisWeek, photosThisMonth]).toEqual([since, later + 1, there.length + 1])
    }
  })
})
