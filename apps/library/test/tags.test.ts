import { randomUUID } from 'node:crypto'
import { library } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { errorCodeOf, startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
beforeEach(async () => void (alice = await services.createUser()))

const createTag = (owner: Owner, label: string) => owner.call(library.createTag, { label })
const listUsageCounts = async () => (await alice.call(library.listTags, {})).map(tag => [tag.label, tag.usageCount])

describe('tags', () => {
  it('a new tag with the label of an existing tag returns that tag, regardless of case and of composed characters', async () => {
    const tag = await createTag(alice, 'Öl')
    expect(await createTag(alice, 'öL')).toEqual(tag)
    expect(await createTag(alice, 'O\u0308l')).toEqual(tag)
    expect((await createTag(await services.createUser(), 'Öl')).id).not.toBe(tag.id)
  })
  it('concurrent requests with one label create one tag', async () => {
    const tags = await Promise.all(Array.from({ length: 8 }, () => createTag(alice, 'Sea')))
    expect(new Set(tags.map(tag => tag.id)).size).toBe(1)
  })
  it('L-API-30: are listed by label in natural order', async () => {
    for (const label of ['b', 'Trip 10', 'a', 'Trip 2', 'C', 'ä']) await createTag(alice, label)
    expect((await listUsageCounts()).map(([label]) => label)).toEqual(['a', 'ä', 'b', 'C', 'Trip 2', 'Trip 10'])
  })
})

describe('tags of photos', () => {
  it('are applied either all or not at all', async () => {
    const bob = await services.createUser()
    const [photo, foreign] = [await alice.upload(), await bob.upload()]
    const [sea, theirs] = [await createTag(alice, 'sea'), await createTag(bob, 'theirs')]
    const apply = (photoIds: string[], tagIds: string[]) =>
      errorCodeOf(alice.call(library.applyTags, { photoIds, tagIds }))
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
    expect(await listUsageCounts()).toEqual([['sea', 0]])
  })
  it('L-API-36: usage counts are correct after concurrent changes', async () => {
    const [photoIds, sea] = [await alice.uploadMany(10), await createTag(alice, 'sea')]
    await Promise.all([
      ...photoIds.map(id => alice.call(library.attachTag, { id, tagId: sea.id })),
      ...photoIds.map(id => alice.call(library.updatePhoto, { id, tags: ['SEA'] })),
      ...photoIds.slice(0, 4).map(id => alice.call(library.deletePhotos, { ids: [id] })),
    ].map(call => errorCodeOf(call))) // prettier-ignore
    expect(await listUsageCounts()).toEqual([['sea', 6]])
    expect((await alice.list({ tagId: sea.id })).total).toBe(6)
  })
})
