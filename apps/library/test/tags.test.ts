import { randomUUID } from 'node:crypto'
import { library } from '@daymark/contracts'
import { codeOf, startLibrary, type LibraryWorld, type Owner } from './library-world.ts'

let world: LibraryWorld
let alice: Owner
beforeAll(async () => void (world = await startLibrary()))
beforeEach(async () => void (alice = await world.user()))
afterAll(() => world.stop())

const create = (owner: Owner, label: string) => owner.call(library.createTag, { label })
const counts = async () => (await alice.call(library.listTags, {})).map(t => [t.label, t.usageCount])

describe('tags', () => {
  it('L-API-31 L-VAL-02 are made from a trimmed label', async () => {
    const tag = await create(alice, '  Golden   hour ')
    expect(tag).toEqual({ id: tag.id, label: 'Golden hour', usageCount: 0 })
    for (const blank of ['', '   ', '\u0000'])
      await expect(create(alice, blank)).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'A tag needs a name.',
      })
    expect(await codeOf(create(alice, 'x'.repeat(101)))).toBe('invalid_input')
  })
  it('an existing label, in any case or composition, answers its tag', async () => {
    const tag = await create(alice, 'Öl')
    expect(await create(alice, 'öL')).toEqual(tag)
    expect(await create(alice, 'O\u0308l')).toEqual(tag)
    expect((await create(await world.user(), 'Öl')).id).not.toBe(tag.id)
  })
  it('made at once with one label are one', async () => {
    const tags = await Promise.all(Array.from({ length: 8 }, () => create(alice, 'Sea')))
    expect(new Set(tags.map(tag => tag.id)).size).toBe(1)
  })
  it('L-API-30 are listed by label as people sort', async () => {
    for (const label of ['b', 'Trip 10', 'a', 'Trip 2', 'C', 'ä']) await create(alice, label)
    expect((await counts()).map(([label]) => label)).toEqual(['a', 'ä', 'b', 'C', 'Trip 2', 'Trip 10'])
  })
  it('L-API-32 L-VAL-03 are renamed, not to a name that exists', async () => {
    const [sea, sun] = [await create(alice, 'sea'), await create(alice, 'sun')]
    const rename = (id: string, label: string) => alice.call(library.renameTag, { id, label })
    expect(await rename(sea.id, ' Ocean ')).toMatchObject({ id: sea.id, label: 'Ocean' })
    expect(await rename(sea.id, 'OCEAN')).toMatchObject({ label: 'OCEAN' })
    expect(await codeOf(rename(sun.id, 'ocean'))).toBe('tag_exists')
    expect(await codeOf(rename(sun.id, ' '))).toBe('invalid_input')
    expect(await codeOf(rename(randomUUID(), 'x'))).toBe('tag_not_found')
    expect(await counts()).toEqual([['OCEAN', 0], ['sun', 0]]) // prettier-ignore
  })
  it('L-API-33 deleting one takes it off all photos', async () => {
    const photo = await alice.upload()
    const { tags } = await alice.call(library.updatePhoto, { id: photo.id, tags: ['sea', 'sun'] })
    const sea = tags.find(tag => tag.label === 'sea')
    await alice.call(library.deleteTag, { id: sea?.id ?? '' })
    expect((await alice.call(library.getPhoto, { id: photo.id })).tags.map(t => t.label)).toEqual(['sun'])
    expect(await codeOf(alice.call(library.deleteTag, { id: sea?.id ?? '' }))).toBe('tag_not_found')
  })
})

describe('tags of photos', () => {
  it('L-API-16 L-API-17 L-API-18 L-API-36 attach, list and detach with the count following', async () => {
    const [photo, sea, sun] = [await alice.upload(), await create(alice, 'sea'), await create(alice, 'sun')]
    const attach = (tagId: string) => alice.call(library.attachTag, { id: photo.id, tagId })
    await attach(sun.id)
    expect(await attach(sea.id)).toEqual([{ ...sea, usageCount: 1 }, { ...sun, usageCount: 1 }]) // prettier-ignore
    await attach(sea.id)
    expect(await alice.call(library.listPhotoTags, { id: photo.id })).toMatchObject([{ usageCount: 1 }, { usageCount: 1 }]) // prettier-ignore
    expect(await alice.call(library.detachTag, { id: photo.id, tagId: sea.id })).toMatchObject([{ id: sun.id }])
    await alice.call(library.detachTag, { id: photo.id, tagId: sea.id })
    expect(await counts()).toEqual([['sea', 0], ['sun', 1]]) // prettier-ignore
  })
  it('L-API-34 are applied to many photos at once, adding to what is there', async () => {
    const photoIds = await alice.uploadMany(3)
    const [sea, sun] = [await create(alice, 'sea'), await create(alice, 'sun')]
    await alice.call(library.updatePhoto, { id: photoIds[0] ?? '', tags: ['sea', 'old'] })
    expect(await alice.call(library.applyTags, { photoIds, tagIds: [sea.id, sun.id] })).toEqual({ applied: 3 })
    expect(await counts()).toEqual([['old', 1], ['sea', 3], ['sun', 3]]) // prettier-ignore
    expect(await alice.listIds({ tagId: sea.id })).toHaveLength(3)
  })
  it('are applied all or not at all', async () => {
    const bob = await world.user()
    const [photo, foreign] = [await alice.upload(), await bob.upload()]
    const [sea, theirs] = [await create(alice, 'sea'), await create(bob, 'theirs')]
    const apply = (photoIds: string[], tagIds: string[]) => codeOf(alice.call(library.applyTags, { photoIds, tagIds }))
    for (const wrong of [foreign.id, randomUUID(), 'x'])
      expect(await apply([photo.id, wrong], [sea.id])).toBe('photo_not_found')
    for (const wrong of [theirs.id, randomUUID(), 'x'])
      expect(await apply([photo.id], [sea.id, wrong])).toBe('tag_not_found')
    expect(await apply([], [sea.id])).toBe('invalid_input')
    expect(await apply([photo.id], [])).toBe('invalid_input')
    expect(
      await apply(
        Array.from({ length: 5000 }, () => photo.id),
        Array(11).fill(sea.id),
      ),
    ).toBe('invalid_input')
    expect(await counts()).toEqual([['sea', 0]])
  })
  it('L-API-36 the count holds when many change it at once', async () => {
    const [photoIds, sea] = [await alice.uploadMany(10), await create(alice, 'sea')]
    await Promise.all([
      ...photoIds.map(id => alice.call(library.attachTag, { id, tagId: sea.id })),
      ...photoIds.map(id => alice.call(library.updatePhoto, { id, tags: ['SEA'] })),
      ...photoIds.slice(0, 4).map(id => alice.call(library.deletePhotos, { ids: [id] })),
    ].map(call => codeOf(call))) // prettier-ignore
    expect(await counts()).toEqual([['sea', 6]])
    expect((await alice.list({ tagId: sea.id })).total).toBe(6)
  })
})
