import { library } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)
let alice: Owner
let bob: Owner
beforeAll(async () => {
  ;[alice, bob] = [await services.createUser('studio'), await services.createUser('studio')]
})

async function createItems(owner: Owner): Promise<{ album: string; tag: string }> {
  const album = await owner.createAlbum()
  const photo = await owner.upload({ albumId: album.id })
  const tag = await owner.call(library.createTag, { label: 'sea' })
  await owner.call(library.attachTag, { id: photo.id, tagId: tag.id })
  await owner.upload()
  return { album: album.id, tag: tag.id }
}

describe('isolation', () => {
  it('L-ROLE-01: listFiles never returns photos of another user, neither by name nor as neighbors', async () => {
    const [{ id, filename }, mine] = [await alice.upload(), await bob.upload()]
    await alice.process(id)
    await bob.process(mine.id)
    const stem = filename.replace(/\.[^.]*$/, '')
    const found = async (owner: Owner, name: string) =>
      (await owner.call(library.listFiles, { name })).files.map(({ photoId }) => photoId)
    expect(await found(alice, stem)).toContain(id)
    for (const name of [stem, mine.filename.replace(/\.[^.]*$/, '')]) expect(await found(bob, name)).not.toContain(id)
  })
  it('L-ROLE-01: pages and searches never show items of another user, even with that user’s cursor', async () => {
    const [carol, dave] = [await services.createUser('studio'), await services.createUser('studio')]
    const { album: theirAlbum, tag: theirTag } = await createItems(carol)
    await createItems(dave)
    const list = (owner: Owner, after?: string) =>
      owner.list({}, { limit: 1, withNext: true, brief: true, ...(after && { after }) })
    const albums = (owner: Owner, after?: string) => owner.call(library.listAlbumPage, { limit: 1, offset: 0, after })
    const [photos, page] = [await list(carol), await albums(carol)]
    const [mine] = (await carol.list({}, { limit: 9 })).photos
    const shown = JSON.stringify([
      await list(dave, photos.next ?? ''),
      await albums(dave, page.next ?? ''),
      await dave.call(library.listTagPage, { limit: 9, offset: 0 }),
      await dave.call(library.searchTitles, { q: 'trip', type: 'all', limit: 9, offset: 0 }),
      await dave.call(library.searchTitles, { q: mine?.originalFilename ?? '', type: 'all', limit: 9, offset: 0 }),
    ])
    for (const filter of [{ albumId: theirAlbum }, { tagId: theirTag }])
      for (const after of [undefined, photos.next ?? undefined])
        expect(await dave.list(filter, { withNext: true, after })).toMatchObject({ photos: [], total: 0, next: null })
    const theirs = [...(await carol.list({}, { limit: 9, brief: true })).photos, ...page.albums]
    for (const { id } of theirs) expect(shown).not.toContain(id)
  })
})
