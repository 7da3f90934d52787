import { randomUUID } from 'node:crypto'
import { library, type Rpc } from '@daymark/contracts'
import { startLibrary, type LibraryWorld, type Owner } from './library-world.ts'

type Ids = { photo: string; album: string; tag: string; section: string }
const upload = {
  ...{ originalFilename: 'a.jpg', extension: 'jpg', objectKey: 'originals/a', size: 1, sha256: 'a', crc32: 1 },
  ...{ mimeType: 'image/jpeg', format: 'JPEG' },
}
const page = { limit: 10, offset: 0 }

/** Every call that names something, once per name; `mine` is what the caller has, `other` what it names. */
const calls: [string, Rpc, (mine: Ids, other: Ids) => object][] = [
  ['registerUpload', library.registerUpload, (_, { album }) => ({ ...upload, albumId: album })],
  ['registerReplacement', library.registerReplacement, (_, { photo }) => ({ ...upload, photoId: photo })],
  ['getPhoto', library.getPhoto, (_, { photo }) => ({ id: photo })],
  ['updatePhoto title', library.updatePhoto, (_, { photo }) => ({ id: photo, title: 'Taken' })],
  ['updatePhoto like', library.updatePhoto, (_, { photo }) => ({ id: photo, isFavorite: true })],
  ['updatePhoto tags', library.updatePhoto, (_, { photo }) => ({ id: photo, tags: ['taken'] })],
  ['deletePhotos', library.deletePhotos, (mine, { photo }) => ({ ids: [mine.photo, photo] })],
  ['retryPhotos', library.retryPhotos, (mine, { photo }) => ({ ids: [mine.photo, photo] })],
  ['listPhotoTags', library.listPhotoTags, (_, { photo }) => ({ id: photo })],
  ['attachTag photo', library.attachTag, (mine, { photo }) => ({ id: photo, tagId: mine.tag })],
  ['attachTag tag', library.attachTag, (mine, { tag }) => ({ id: mine.photo, tagId: tag })],
  ['detachTag photo', library.detachTag, (mine, { photo }) => ({ id: photo, tagId: mine.tag })],
  ['detachTag tag', library.detachTag, (mine, { tag }) => ({ id: mine.photo, tagId: tag })],
  ['getTag', library.getTag, (_, { tag }) => ({ id: tag })],
  ['renameTag', library.renameTag, (_, { tag }) => ({ id: tag, label: 'taken' })],
  ['deleteTag', library.deleteTag, (_, { tag }) => ({ id: tag })],
  ['applyTags photo', library.applyTags, (mine, { photo }) => ({ photoIds: [mine.photo, photo], tagIds: [mine.tag] })],
  ['applyTags tag', library.applyTags, (mine, { tag }) => ({ photoIds: [mine.photo], tagIds: [mine.tag, tag] })],
  ['getAlbumVersion', library.getAlbumVersion, (_, { album }) => ({ id: album })],
  ['getAlbum', library.getAlbum, (_, { album }) => ({ id: album, ...page })],
  ['listManifest', library.listManifest, (_, { album }) => ({ id: album, limit: 10 })],
  ['checkPhotos', library.checkPhotos, (_, { album }) => ({ albumId: album })],
  ['updateAlbum', library.updateAlbum, (_, { album }) => ({ id: album, title: 'Taken' })],
  ['updateAlbum cover', library.updateAlbum, (mine, { photo }) => ({ id: mine.album, header: { photoId: photo } })],
  ['deleteAlbum', library.deleteAlbum, (_, { album }) => ({ id: album, deletePhotos: false })],
  ['deleteAlbum with photos', library.deleteAlbum, (_, { album }) => ({ id: album, deletePhotos: true })],
  ['addPhotos album', library.addPhotos, (mine, { album }) => ({ id: album, photoIds: [mine.photo] })],
  ['addPhotos photo', library.addPhotos, (mine, { photo }) => ({ id: mine.album, photoIds: [mine.photo, photo] })],
  ['removePhotos album', library.removePhotos, (mine, { album }) => ({ id: album, photoIds: [mine.photo] })],
  [
    'removePhotos photo',
    library.removePhotos,
    (mine, { photo }) => ({ id: mine.album, photoIds: [mine.photo, photo] }),
  ],
  ['reorderAlbum album', library.reorderAlbum, (_, { album, photo }) => ({ id: album, order: [photo] })],
  ['reorderAlbum photo', library.reorderAlbum, (mine, { photo }) => ({ id: mine.album, order: [photo] })],
  ['getCaptureOrder', library.getCaptureOrder, (_, { album }) => ({ id: album })],
  ['setCaptureOrder', library.setCaptureOrder, (_, { album }) => ({ id: album, clocks: [], keep: true, order: true })],
  ['addSection album', library.addSection, (_, { album }) => ({ id: album, name: 'Taken' })],
  ['addSection photo', library.addSection, (mine, { photo }) => ({ id: mine.album, name: 'Taken', before: photo })],
  [
    'updateSection album',
    library.updateSection,
    (_, other) => ({ id: other.album, sectionId: other.section, name: 'x' }),
  ],
  ['updateSection', library.updateSection, (mine, { section }) => ({ id: mine.album, sectionId: section, name: 'x' })],
  ['removeSection album', library.removeSection, (_, { album, section }) => ({ id: album, sectionId: section })],
  ['removeSection', library.removeSection, (mine, { section }) => ({ id: mine.album, sectionId: section })],
  [
    'moveToSection album',
    library.moveToSection,
    (mine, { album, section }) => ({ id: album, sectionId: section, photoIds: [mine.photo] }),
  ],
  [
    'moveToSection section',
    library.moveToSection,
    (mine, { section }) => ({ id: mine.album, sectionId: section, photoIds: [mine.photo] }),
  ],
  [
    'moveToSection photo',
    library.moveToSection,
    (mine, { photo }) => ({ id: mine.album, sectionId: null, photoIds: [mine.photo, photo] }),
  ],
  ['listReceived', library.listReceived, (_, { album }) => ({ albumId: album, ...page })],
  ['acceptReceived', library.acceptReceived, (_, { album }) => ({ albumId: album })],
  ['refuseReceived', library.refuseReceived, (_, { album }) => ({ albumId: album })],
  ['batchRename album', library.batchRename, (_, { album, photo }) => ({ id: album, updates: [{ id: photo, title: 'x' }] })], // prettier-ignore
  ['batchRename photo', library.batchRename, (mine, { photo }) => ({ id: mine.album, updates: [{ id: photo, title: 'x' }] })], // prettier-ignore
]

let world: LibraryWorld
let alice: Owner
let bob: Owner
let [hers, his] = [{}, {}] as [Ids, Ids]
beforeAll(async () => {
  world = await startLibrary()
  ;[alice, bob] = [await world.user('studio'), await world.user('studio')]
  ;[hers, his] = [await fill(alice), await fill(bob)]
})
afterAll(() => world.stop())

async function fill(owner: Owner): Promise<Ids> {
  const album = await owner.album()
  const photo = await owner.upload({ albumId: album.id })
  const tag = await owner.call(library.createTag, { label: 'sea' })
  await owner.call(library.attachTag, { id: photo.id, tagId: tag.id })
  const divided = await owner.call(library.addSection, { id: album.id, name: 'Ceremony' })
  await owner.upload()
  return { photo: photo.id, album: album.id, tag: tag.id, section: divided.sections?.[0]?.id ?? '' }
}

/** Everything there is, of everybody, and every event ever published. */
async function everything(): Promise<string> {
  await world.settle()
  const tables = [
    'photos',
    'photo_files',
    'received_files',
    'albums',
    'album_photos',
    'tags',
    'photo_tags',
    'accounts',
    'plans',
  ]
  const rows = await Promise.all(
    tables.map(table => world.db('library').sql(`SELECT * FROM ${table} t ORDER BY t::text`)),
  )
  return JSON.stringify([rows, world.published.events.length])
}
const answer = (owner: Owner, rpc: Rpc, input: object) =>
  owner.call(rpc, input).then(
    () => 'it worked',
    (error: { code: string; status: number; message: string }) => [error.code, error.status, error.message],
  )

describe('isolation', () => {
  it('L-ROLE-01 no call that names something is missing here', () => {
    const unnamed = [
      'authorizeUpload',
      'releaseBeginnings', // of the caller alone: the owner is in its statement
      'listPhotos',
      'listFacets',
      'locatePhoto',
      'listFiles',
      'getAnalytics',
      'listTags',
    ]
    const rest = [
      'findKnown',
      'findUnregistered',
      'getInstallation',
      'createTag',
      'listAlbums',
      'createAlbum',
      'awaitPlan',
      ...['listAlbumPage', 'listTagPage', 'searchTitles'],
      // tests/spec/photos/trash.test.ts: of somebody else nothing is in one's own trash
      ...['listTrash', 'locateTrashed', 'purgeTrash', 'restoreTrash'],
      ...['beginExport', 'exportPhotos'],
      // tests/spec/photos/replacement.test.ts
      ...['getEarlierFile', 'locateEarlierFile', 'bringBackFile', 'removeEarlierFile'],
      // tests/spec/sharing/guest-uploads.test.ts
      ...[
        'authorizeReceived',
        'registerReceived',
        'listSent',
        'takeBack',
        'locateSent',
        'countReceived',
        'locateReceived',
      ],
    ]
    const covered = new Set(calls.map(([name]) => name.split(' ')[0]))
    expect(
      Object.keys(library)
        .filter(name => !covered.has(name))
        .toSorted(),
    ).toEqual([...unnamed, ...rest].toSorted())
  })
  it.each(calls)('L-ROLE-01 %s: what is of somebody else is as unknown', async (_name, rpc, input) => {
    const before = await everything()
    const nobody = () => ({ photo: randomUUID(), album: randomUUID(), tag: randomUUID(), section: randomUUID() })
    const unknown = await answer(bob, rpc, input(his, nobody()))
    expect(unknown[0]).toMatch(/^(photo|album|tag|section)_not_found$|^invalid_input$/)
    expect(await answer(bob, rpc, input(his, hers))).toEqual(unknown)
    expect(await answer(bob, rpc, input(his, { photo: 'x', album: '0', tag: "'", section: 'x' }))).toEqual(unknown)
    expect(await everything()).toBe(before)
  })
  it.each(calls)('%s works on what is the own', async (_name, rpc, input) => {
    const carol = await world.user('studio')
    const own = await fill(carol)
    expect(await answer(carol, rpc, input(own, own))).toBe('it worked')
  })
  it('L-ROLE-01 listFiles finds nothing of somebody else by its name, nor beside the own', async () => {
    const [{ id, filename }, mine] = [await alice.upload(), await bob.upload()]
    await alice.process(id)
    await bob.process(mine.id)
    const stem = filename.replace(/\.[^.]*$/, '')
    const found = async (owner: Owner, name: string) =>
      (await owner.call(library.listFiles, { name })).files.map(({ photoId }) => photoId)
    expect(await found(alice, stem)).toContain(id)
    for (const name of [stem, mine.filename.replace(/\.[^.]*$/, '')]) expect(await found(bob, name)).not.toContain(id)
  })
  it('L-ROLE-01 pages and the search show nothing of somebody else, also behind a cursor of theirs', async () => {
    const [carol, dave] = [await world.user('studio'), await world.user('studio')]
    const { album: theirAlbum, tag: theirTag } = await fill(carol)
    await fill(dave)
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
