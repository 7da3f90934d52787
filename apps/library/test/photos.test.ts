import { randomUUID } from 'node:crypto'
import { library, photoDeleted, photoFailed, photoUpdated } from '@daymark/contracts'
import { codeOf, variants, startLibrary, type LibraryWorld, type Owner } from './library-world.ts'

let world: LibraryWorld
let alice: Owner
beforeAll(async () => void (world = await startLibrary()))
beforeEach(async () => void (alice = await world.user()))
afterAll(() => world.stop())

const get = (owner: Owner, id: string) => owner.call(library.getPhoto, { id })
const original = (name: string) => ({ size: 'original', name }) as const

describe('what media publishes', () => {
  it('L-ENT-04 L-ENT-05 L-ENT-06 a processed photo has its facts', async () => {
    const { id } = await alice.upload()
    await alice.process(id, { damaged: 'The end of the file is missing.' })
    expect(await get(alice, id)).toMatchObject({
      ...{ status: 'completed', width: 6000, height: 4000, orientation: 'landscape', placeholder: 'AAAA' },
      ...{ exif: { make: 'Nikon' }, creationTool: 'Lightroom', takenAt: '2024-05-01T10:00:00.000Z' },
      error: 'The end of the file is missing.',
    })
    expect(world.published.of(photoUpdated, id).map(p => [p.version, p.status])).toEqual([[1, 'processing'], [2, 'completed']]) // prettier-ignore
    expect(world.published.of(photoUpdated, id)[1]?.variants).toEqual(variants(id))
  })
  it('rules 38 39 what visitors download is published with every change, and takes nothing of the storage', async () => {
    const { id } = await alice.upload()
    const rendition = { key: 'variants/x.full.jpg', size: 5e6, width: 60, height: 40, sha256: 'sha', crc32: 3 }
    const before = (await alice.call(library.getAnalytics, {})).totalStorage
    await alice.process(id, { variants: variants(id), visitor: { kind: 'full', rendition } })
    await alice.call(library.updatePhoto, { id, title: 'Lake' })
    await world.settle()
    const published = world.published.of(photoUpdated, id).map(photo => photo.visitor)
    expect(published).toEqual([undefined, { kind: 'full', rendition }, { kind: 'full', rendition }])
    const { sm, md, lg } = variants(id)
    expect((await alice.call(library.getAnalytics, {})).totalStorage).toBe(before + sm.size + md.size + lg.size)
  })
  it('a date that cannot be is no date', async () => {
    const { id } = await alice.upload()
    await alice.process(id, { takenAt: '0000:00:00 00:00:00' })
    expect(await get(alice, id)).toMatchObject({ status: 'completed', takenAt: null })
  })
  it('rule 18: the day and the order of photos are those of the camera, whatever its offset', async () => {
    const taken = async (time: string, offset?: string) => {
      const { id } = await alice.upload()
      const instant = new Date(`${time}${offset ?? 'Z'}`).toISOString()
      await alice.process(id, { takenAt: instant, capture: { time, ...(offset && { offset }) } })
      return id
    }
    const newYear = await taken('2026-01-01T00:30:00', '+02:00')
    const camera = await taken('2026-01-01T00:10:00.094')
    const burst = await taken('2026-01-01T00:10:00.31')
    const order = { sort: 'taken_at', direction: 'asc' } as const
    expect(await alice.listIds({}, order)).toEqual([camera, burst, newYear])
    expect(await get(alice, newYear)).toMatchObject({ takenAt: '2026-01-01T00:30:00.000Z' })
    expect((await alice.list({ dateTo: '2025-12-31T23:59:59.999Z' })).total).toBe(0)
    expect((await alice.call(library.listFacets, {})).years).toEqual([{ value: '2026', count: 3 }])
  })
  it('a failed photo says why and stays downloadable', async () => {
    const { id, filename } = await alice.upload()
    await world.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'This file is not readable.' })
    await world.settle()
    expect(await get(alice, id)).toMatchObject({ status: 'failed', error: 'This file is not readable.' })
    expect((await alice.call(library.locatePhoto, original(filename))).photoId).toBe(id)
  })
  it('what arrives after a deletion changes nothing', async () => {
    const { id } = await alice.upload()
    await alice.call(library.deletePhotos, { ids: [id] })
    await alice.process(id)
    await world.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'Too late.' })
    await world.settle()
    expect(await codeOf(get(alice, id))).toBe('photo_not_found')
    expect(await alice.call(library.getAnalytics, {})).toMatchObject({ totalPhotos: 0, totalStorage: 0 })
    expect(world.published.of(photoUpdated, id)).toHaveLength(1)
  })
  it('a failure that is delivered after a later try has succeeded changes nothing', async () => {
    const { id } = await alice.upload()
    await alice.process(id)
    await world.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'Too late.' })
    await world.settle()
    expect(await get(alice, id)).toMatchObject({ status: 'completed' })
  })
  it('the same event twice counts once', async () => {
    const { id } = await alice.upload()
    const event = randomUUID()
    const publish = () => world.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'No.' }, event)
    await Promise.all([publish(), publish()])
    await world.settle()
    expect(world.published.of(photoUpdated, id)).toHaveLength(2)
  })
})

describe('edits', () => {
  it('L-API-13 L-API-14 title and caption are set, trimmed and published with a growing version', async () => {
    const { id } = await alice.upload()
    const edited = await alice.call(library.updatePhoto, { id, title: '  Lake\n at dawn ', caption: 'Two\nlines' })
    expect(edited).toMatchObject({ title: 'Lake  at dawn', caption: 'Two\nlines' })
    await alice.call(library.updatePhoto, { id, title: 'Lake  at dawn' })
    await world.settle()
    expect(world.published.of(photoUpdated, id).map(p => [p.version, p.title])).toEqual([[1, ''], [2, 'Lake  at dawn']]) // prettier-ignore
  })
  it('text that no database keeps is cleaned, text that is too long is refused', async () => {
    const { id } = await alice.upload()
    expect(await alice.call(library.updatePhoto, { id, title: 'a\u0000b', caption: '\ud800x' })).toMatchObject({
      title: 'ab',
      caption: '\ufffdx',
    })
    await expect(alice.call(library.updatePhoto, { id, title: 'x'.repeat(301) })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'A title may have at most 300 characters.',
    })
  })
  it('tags are the whole set, as labels, made on the fly', async () => {
    const { id } = await alice.upload()
    await alice.call(library.updatePhoto, { id, tags: ['Sea', 'sun', 'SEA', ' '] })
    const edited = await alice.call(library.updatePhoto, { id, tags: ['Sun', 'Sand'] })
    expect(edited.tags.map(t => t.label)).toEqual(['Sand', 'sun'])
    const counts = (await alice.call(library.listTags, {})).map(t => [t.label, t.usageCount])
    expect(counts).toEqual([['Sand', 1], ['Sea', 0], ['sun', 1]]) // prettier-ignore
  })
  it('a refused edit changes nothing of it', async () => {
    const { id } = await alice.upload({ title: 'Old' })
    const edit = alice.call(library.updatePhoto, { id, title: 'New', isFavorite: true, tags: ['x'.repeat(101)] })
    expect(await codeOf(edit)).toBe('invalid_input')
    expect(await get(alice, id)).toMatchObject({ title: 'Old', isFavorite: false, tags: [] })
  })
})

describe('media addresses', () => {
  it('lead to original and variants of the own photo', async () => {
    const photo = await alice.upload({ originalFilename: 'Lake.jpeg', extension: 'jpeg' })
    const stem = photo.filename.replace('.jpeg', '')
    expect(await codeOf(alice.call(library.locatePhoto, { size: 'sm', name: stem }))).toBe('photo_not_found')
    await alice.process(photo.id)
    const sm = await alice.call(library.locatePhoto, { size: 'sm', name: stem })
    expect(sm).toMatchObject({
      key: `variants/${photo.id}/sm`,
      size: 10,
      mimeType: 'image/jpeg',
      downloadName: 'Lake.jpeg',
    })
    const file = await alice.call(library.locatePhoto, original(photo.filename))
    expect(file).toMatchObject({ photoId: photo.id, size: 1000, downloadName: 'Lake.jpeg' })
  })
  it('rule 39: a file goes out with an ending that fits its bytes', async () => {
    const named = { originalFilename: 'Lake.jpg', extension: 'jpg', format: 'PNG', mimeType: 'image/png' }
    const photo = await alice.upload(named)
    const file = await alice.call(library.locatePhoto, original(photo.filename))
    expect(file).toMatchObject({ mimeType: 'image/png', downloadName: 'Lake.png' })
  })
  it('L-ROLE-01 lead nowhere for others, for wrong names and after a deletion', async () => {
    const photo = await alice.upload()
    const bob = await world.user()
    const at = (owner: Owner, name: string) => codeOf(owner.call(library.locatePhoto, original(name)))
    expect(await at(bob, photo.filename)).toBe('photo_not_found')
    expect(await at(alice, photo.filename.replace('.jpg', '.png'))).toBe('photo_not_found')
    expect(await at(alice, 'a\0b.jpg')).toBe('photo_not_found')
    expect(await at(alice, photo.filename)).toBe('no error')
    await alice.call(library.deletePhotos, { ids: [photo.id] })
    expect(await at(alice, photo.filename)).toBe('photo_not_found')
  })
})

describe('analytics', () => {
  it('S-SUB-13 S-SUB-15 counts what there is now', async () => {
    expect(await (await world.user()).call(library.getAnalytics, {})).toMatchObject({
      totalPhotos: 0,
      lastUpload: null,
    })
    const old = await alice.upload()
    world.clock.advance(8 * 86_400_000)
    const [one, two] = (await alice.uploadMany(2)) as [string, string]
    await alice.call(library.updatePhoto, { id: one, isFavorite: true, tags: ['a', 'b'] })
    await alice.album()
    const newest = await get(alice, two)
    expect(await alice.call(library.getAnalytics, {})).toEqual({
      ...{ totalPhotos: 3, totalStorage: 3000, totalAlbums: 1, favoritePhotos: 1, totalTags: 2 },
      breakdown: { originals: 3000, small: 0, medium: 0, large: 0 },
      ...{ lastUpload: newest.createdAt, photosThisWeek: 2, photosThisMonth: 3 },
    })
    await alice.call(library.deletePhotos, { ids: [old.id] })
    expect((await alice.call(library.getAnalytics, {})).photosThisMonth).toBe(2)
  })
})

describe('deleting', () => {
  it('L-API-15 L-API-36 L-API-37 L-MKT-08 takes a photo out of every view, count, album and cover at once', async () => {
    const [a, b] = (await alice.uploadMany(2)) as [string, string]
    const album = await alice.album()
    await alice.call(library.addPhotos, { id: album.id, photoIds: [a, b] })
    await alice.call(library.updateAlbum, { id: album.id, header: { photoId: b } })
    await alice.call(library.updatePhoto, { id: b, isFavorite: true, tags: ['sea'] })
    await alice.call(library.deletePhotos, { ids: [b] })
    const [favorites, trip] = await alice.call(library.listAlbums, {})
    expect(favorites).toMatchObject({ photoCount: 0, cover: null })
    expect(trip).toMatchObject({ photoCount: 1, cover: { photoId: a } })
    expect(await alice.listIds()).toEqual([a])
    expect(await alice.listIds({ isFavorite: true })).toEqual([])
    expect(await alice.listIds({ q: 'sea' })).toEqual([])
    expect(await alice.call(library.listTags, {})).toMatchObject([{ label: 'sea', usageCount: 0 }])
    expect(await codeOf(alice.call(library.deletePhotos, { ids: [b] }))).toBe('photo_not_found')
    expect(await codeOf(alice.call(library.updatePhoto, { id: b, title: 'x' }))).toBe('photo_not_found')
    await world.settle()
    expect(world.published.of(photoDeleted, b)).toHaveLength(1)
  })
})
