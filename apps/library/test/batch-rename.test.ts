import { randomUUID } from 'node:crypto'
import { library, photoUpdated } from '@daymark/contracts'
import { codeOf, startLibrary, type LibraryWorld, type Owner } from './library-world.ts'

let world: LibraryWorld
let alice: Owner
beforeAll(async () => void (world = await startLibrary()))
beforeEach(async () => void (alice = await world.user()))
afterAll(() => world.stop())

const add = (owner: Owner, id: string, photoIds: string[]) => owner.call(library.addPhotos, { id, photoIds })

describe('batch rename', () => {
  it('L-API-29 renames the photos of the album and publishes each', async () => {
    const { id } = await alice.album()
    const [a, b, c] = (await alice.uploadMany(3)) as [string, string, string]
    await add(alice, id, [a, b, c])
    const updates = [
      { id: a, title: 'Alps 001' },
      { id: b, title: ' Alps 002 ' },
    ]
    expect(await alice.call(library.batchRename, { id, updates })).toEqual({ renamed: 2 })
    const { photos } = await alice.call(library.getAlbum, { id, limit: 10, offset: 0 })
    expect(photos.map(p => p.title)).toEqual(['Alps 001', 'Alps 002', 'Photo 3'])
    await world.settle()
    expect(world.published.of(photoUpdated, b).at(-1)).toMatchObject({ title: 'Alps 002', version: 2 })
  })
  it('renames all or nothing', async () => {
    const { id } = await alice.album()
    const [a, outside] = (await alice.uploadMany(2)) as [string, string]
    const foreign = (await (await world.user()).upload()).id
    await add(alice, id, [a])
    for (const wrong of [outside, foreign, randomUUID(), 'nonsense']) {
      const updates = [
        { id: a, title: 'New' },
        { id: wrong, title: 'New' },
      ]
      expect(await codeOf(alice.call(library.batchRename, { id, updates }))).toBe('invalid_input')
    }
    expect((await alice.call(library.getPhoto, { id: a })).title).toBe('Photo 1')
  })
  it('L-ROLE-03 L-VAL-08 needs professional or higher', async () => {
    const bob = await world.user('starter')
    const [album, photo] = [await bob.album(), await bob.upload()]
    await add(bob, album.id, [photo.id])
    const rename = () => bob.call(library.batchRename, { id: album.id, updates: [{ id: photo.id, title: 'New' }] })
    await expect(rename()).rejects.toMatchObject({
      code: 'plan_required',
      message: 'Batch rename requires a Professional plan or higher. Current plan: Starter',
    })
    await bob.subscribe('advanced')
    expect(await rename()).toEqual({ renamed: 1 })
  })
})
