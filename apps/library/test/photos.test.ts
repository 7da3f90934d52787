import { library, photoFailed, photoUpdated, photoProcessing } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { errorCodeOf, createVariants, startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
beforeEach(async () => void (alice = await services.createUser()))

const getPhoto = (owner: Owner, id: string) => owner.call(library.getPhoto, { id })
const originalOf = (name: string) => ({ size: 'original', name }) as const

describe('events of media', () => {
  it('L-ENT-04 L-ENT-05 L-ENT-06: a processed photo has its metadata', async () => {
    const { id } = await alice.upload()
    await alice.process(id, { damaged: 'The end of the file is missing.' })
    expect(await getPhoto(alice, id)).toMatchObject({
      status: 'completed',
      width: 6000,
      height: 4000,
      orientation: 'landscape',
      placeholder: 'AAAA',
      exif: { make: 'Nikon' },
      creationTool: 'Lightroom',
      takenAt: '2024-05-01T10:00:00.000Z',
      error: 'The end of the file is missing.',
    })
    expect(services.published.ofType(photoUpdated, id).map(p => [p.version, p.status])).toEqual([[1, 'processing'], [2, 'completed']]) // prettier-ignore
    expect(services.published.ofType(photoUpdated, id)[1]?.variants).toEqual(createVariants(id))
  })
  it('rules 38 39: every change publishes the file for visitors, which does not count towards storage', async () => {
    const { id } = await alice.upload()
    const rendition = { key: 'variants/x.full.jpg', size: 5e6, width: 60, height: 40, sha256: 'sha', crc32: 3 }
    const before = (await alice.call(library.getAnalytics, {})).totalStorage
    await alice.process(id, { variants: createVariants(id), visitor: { kind: 'full', rendition } })
    await alice.call(library.updatePhoto, { id, title: 'Lake' })
    await services.settle()
    const published = services.published.ofType(photoUpdated, id).map(photo => photo.visitor)
    expect(published).toEqual([undefined, { kind: 'full', rendition }, { kind: 'full', rendition }])
    const { sm, md, lg } = createVariants(id)
    expect((await alice.call(library.getAnalytics, {})).totalStorage).toBe(before + sm.size + md.size + lg.size)
  })
  it('an invalid date is not stored', async () => {
    const { id } = await alice.upload()
    await alice.process(id, { takenAt: '0000:00:00 00:00:00' })
    expect(await getPhoto(alice, id)).toMatchObject({ status: 'completed', takenAt: null })
  })
  it('rule 18: day and order of photos follow the camera’s local time, whatever its offset', async () => {
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
    expect(await getPhoto(alice, newYear)).toMatchObject({ takenAt: '2026-01-01T00:30:00.000Z' })
    expect((await alice.list({ dateTo: '2025-12-31T23:59:59.999Z' })).total).toBe(0)
    expect((await alice.call(library.listFacets, {})).years).toEqual([{ value: '2026', count: 3 }])
  })
  it('a failed photo shows the reason and can be downloaded', async () => {
    const { id, filename } = await alice.upload()
    await services.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'This file is not readable.' })
    await services.settle()
    expect(await getPhoto(alice, id)).toMatchObject({ status: 'failed', error: 'This file is not readable.' })
    expect((await alice.call(library.locatePhoto, originalOf(filename))).photoId).toBe(id)
  })
  it('failed photos of all accounts are listed in pages, the newest first', async () => {
    const ids = (await alice.uploadMany(3)).toReversed()
    for (const id of ids)
      await services.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'This file is not readable.' })
    await services.settle()
    const operator = { userId: alice.id, role: 'super_admin' } as const
    const page = (input: object) => services.rpc.call(photoProcessing.failedPhotos, { limit: 2, ...input }, operator)
    const first = await page({})
    expect([first.photos.map(({ id }) => id), first.nextAfter]).toEqual([ids.slice(0, 2), ids[1]])
    expect((await page({ after: ids[1] })).photos[0]?.id).toBe(ids[2])
    expect((await page({ limit: 200 })).nextAfter).toBeNull()
  })
  it('events after a deletion change nothing', async () => {
    const { id } = await alice.upload()
    await alice.call(library.deletePhotos, { ids: [id] })
    await alice.process(id)
    await services.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'Too late.' })
    await services.settle()
    expect(await errorCodeOf(getPhoto(alice, id))).toBe('photo_not_found')
    expect(await alice.call(library.getAnalytics, {})).toMatchObject({ totalPhotos: 0, totalStorage: 0 })
    expect(services.published.ofType(photoUpdated, id)).toHaveLength(1)
  })
  it('a failure that arrives after a later success changes nothing', async () => {
    const { id } = await alice.upload()
    await alice.process(id)
    await services.publish(photoFailed, id, { photoId: id, ownerId: alice.id, reason: 'Too late.' })
    await services.settle()
    expect(await getPhoto(alice, id)).toMatchObject({ status: 'completed' })
  })
})

describe('edits', () => {
  it('a rejected edit changes nothing', async () => {
    const { id } = await alice.upload({ title: 'Old' })
    const edit = alice.call(library.updatePhoto, { id, title: 'New', isFavorite: true, tags: ['x'.repeat(101)] })
    expect(await errorCodeOf(edit)).toBe('invalid_input')
    expect(await getPhoto(alice, id)).toMatchObject({ title: 'Old', isFavorite: false, tags: [] })
  })
})

describe('media addresses', () => {
  it('rule 39: a downloaded file has the extension of its content', async () => {
    const named = { originalFilename: 'Lake.jpg', extension: 'jpg', format: 'PNG', mimeType: 'image/png' }
    const photo = await alice.upload(named)
    const file = await alice.call(library.locatePhoto, originalOf(photo.filename))
    expect(file).toMatchObject({ mimeType: 'image/png', downloadName: 'Lake.png' })
  })
})
