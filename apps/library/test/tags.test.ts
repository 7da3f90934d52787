import { randomUUID } from 'node:crypto'
import { library } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { codeOf, startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
beforeEach(async () => void (alice = await services.user()))

const create = (owner: Owner, label: string) => owner.call(library.createTag, { label })
const counts = async () => (await alice.call(library.listTags, {})).map(t => [t.label, t.usageCount])

describe('tags', () => {
  it('a new tag with the label of an existing tag returns that tag, regardless of case and of composed characters', async () => {
    const tag = await create(alice, 'Öl')
    expect(await create(alice, 'öL')).toEqual(tag)
    expect(await create(alice, 'O\u0308l')).toEqual(tag)
    expect((await create(await services.user(), 'Öl')).id).not.toBe(tag.id)
  })
  it('concurrent requests with one label create one tag', async () => {
    const tags = await Promise.all(Array.from({ length: 8 }, () => create(alice, 'Sea')))
    expect(new Set(tags.map(tag => tag.id)).size).toBe(1)
  })
  it('L-API-30: are listed by label in natural order', async () => {
    for (const label of ['b', 'Trip 10', 'a', 'Trip 2', 'C', 'ä']) await create(alice, label)
    expect((await counts()).map(([label]) => label)).toEqual(['a', 'ä', 'b', 'C', 'Trip 2', 'Trip 10'])
  })
})

describe('tags of photos', () => {
  it('are applied either all or not at all', async () => {
    const bob = await services.user()
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
  it('L-API-36: usage counts are correct after concurrent changes', async () => {
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
