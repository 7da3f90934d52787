import { randomUUID } from 'node:crypto'
import {
  archive,
  type ArchivedRow,
  library,
  libraryRestores,
  photoPurged,
  photoUploaded,
  system,
} from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import {
  INSERT_EARLIER_FILES,
  INSERT_MISSING_ALBUMS,
  INSERT_MISSING_PHOTOS,
  INSERT_MISSING_TAGS,
} from '../src/archive/restore/restore-missing-items.ts'
import { type Owner, startLibrary } from './library-services.ts'

const services = setUp(startLibrary)

const limits = { photos: 10, photosPerGuest: 10, bytes: null }
const sha256 = (digit: string) => digit.repeat(64)
async function receiveFile(owner: Owner, albumId: string, digit: string) {
  const guest = { linkId: randomUUID(), guestId: randomUUID(), guestName: 'Anna', albumId, sectionId: null }
  const stored = { originalFilename: 'a.jpg', extension: 'jpg', objectKey: `originals/${randomUUID()}`, size: 100 }
  const content = { sha256: sha256(digit), crc32: 1, mimeType: 'image/jpeg', format: 'JPEG' }
  const input = { ...guest, ...stored, ...content, approve: true, limits }
  return (await owner.call(library.registerReceived, input)).file
}
/** Returns all rows of an account in a backup, and the hashes of the files that they name. */
async function exportAccount(owner: Owner) {
  const rows: ArchivedRow[] = []
  const objects: string[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof exportPage>> = await exportPage(after)
    rows.push(...page.rows)
    objects.push(...page.objects.map(object => object.sha256))
    after = page.after
  }
  return { rows, objects }
  function exportPage(after: string | null) {
    return services.rpc.call(archive.library.exportAccount, { userId: owner.id, after }, system)
  }
}
async function restoreFromBackup(owner: Owner, rows: ArchivedRow[]) {
  await services
    .db('library')
    .sql('DELETE FROM guest_uploads; DELETE FROM album_photos; DELETE FROM photos; DELETE FROM trash')
  await services.rpc.call(archive.library.importAccount, { userId: owner.id, rows }, system)
  await services.rpc.call(archive.library.finishImport, { userId: owner.id }, system)
  await services.settle()
}
const listPendingIds = async (owner: Owner, albumId: string) =>
  (await owner.call(library.listReceived, { albumId, limit: 10, offset: 0 })).files.map(({ id }) => id)

it('rules 15 153: a backup contains pending files, and they are pending after a restore unless they were accepted', async () => {
  const alice = await services.createUser()
  const album = await alice.createAlbum()
  const [stays, approved, declined] = [
    await receiveFile(alice, album.id, '1'),
    await receiveFile(alice, album.id, '2'),
    await receiveFile(alice, album.id, '3'),
  ]
  await alice.call(library.refuseReceived, { albumId: album.id, ids: [declined.id] })
  const before = await exportAccount(alice)
  expect(before.objects.toSorted()).toEqual([sha256('1'), sha256('2')])
  await alice.call(library.acceptReceived, { albumId: album.id, ids: [approved.id] })
  const after = await exportAccount(alice)
  // a backup reads the tables one after the other, so it may contain both the pending and the accepted file
  const rows = [...before.rows.filter(({ table }) => table === 'guest_uploads'), ...after.rows]
  await restoreFromBackup(alice, rows)
  expect(await listPendingIds(alice, album.id)).toEqual([stays.id])
  expect(services.published.ofType(photoUploaded, stays.id).map(({ approvalAlbumId }) => approvalAlbumId)).toEqual([
    album.id,
    album.id,
  ])
  const usage = await alice.call(library.getAnalytics, {})
  expect([usage.totalPhotos, usage.totalStorage]).toEqual([1, 200])
})

it('rule 153: pending files of an album that is not in the backup are purged and use no storage', async () => {
  const alice = await services.createUser()
  const album = await alice.createAlbum()
  const [withoutAlbum, approved] = [await receiveFile(alice, album.id, '4'), await receiveFile(alice, album.id, '5')]
  const before = (await exportAccount(alice)).rows.filter(({ table }) => table === 'guest_uploads')
  await alice.call(library.acceptReceived, { albumId: album.id, ids: [approved.id] })
  await alice.call(library.deleteAlbum, { id: album.id, deletePhotos: false })
  const after = (await exportAccount(alice)).rows.filter(({ table }) => table !== 'guest_uploads')
  await restoreFromBackup(alice, [...before, ...after])
  expect(services.published.ofType(photoPurged, withoutAlbum.id)).toHaveLength(1)
  expect(services.published.ofType(photoPurged, approved.id)).toEqual([])
  const { totalPhotos, totalStorage } = await alice.call(library.getAnalytics, {})
  expect([totalPhotos, totalStorage]).toEqual([1, 100])
})

it('rule 161: photos restored from a backup keep their rating, in a restored account and in a library', async () => {
  const alice = await services.createUser()
  const [id = ''] = await alice.uploadMany(1)
  await alice.call(library.updatePhoto, { id, rating: 4 })
  const { rows } = await exportAccount(alice)
  const ratings = async () => (await alice.list({})).photos.map(({ rating }) => rating)
  await restoreFromBackup(alice, rows)
  expect(await ratings()).toEqual([4])
  await services.db('library').sql('DELETE FROM album_photos; DELETE FROM photos')
  const restore = { restoreId: randomUUID(), userId: alice.id }
  await services.rpc.call(libraryRestores.stage, { ...restore, rows }, system)
  await services.rpc.call(libraryRestores.apply, restore, system)
  expect(await ratings()).toEqual([4])
})

it('rule 139: restored photos keep their positions, also if only EXIF has their capture time', async () => {
  const alice = await services.createUser()
  const { id } = await alice.createAlbum()
  const [late, early] = (await alice.uploadMany(2)) as [string, string]
  const processPhotos = async () => {
    await alice.process(late, { capture: { time: '2024-05-06T12:00:00' } })
    await alice.process(early, { capture: { time: '2024-05-06T09:00:00' } })
  }
  await processPhotos()
  await alice.call(library.addPhotos, { id, photoIds: [late, early] })
  await alice.call(library.setCaptureOrder, { id, clocks: [], keep: true, order: true })
  expect(await alice.listAlbumPhotoIds(id)).toEqual([early, late])
  await alice.call(library.reorderAlbum, { id, order: [late, early] })
  await restoreFromBackup(alice, (await exportAccount(alice)).rows)
  await processPhotos()
  expect(await alice.listAlbumPhotoIds(id)).toEqual([late, early])
})

it('rule 15: a restore omits photos without an original and lists restored albums in pages', async () => {
  const alice = await services.createUser()
  await alice.uploadMany(4)
  const albums = [await alice.createAlbum(), await alice.createAlbum(), await alice.createAlbum()]
  const rows = (await exportAccount(alice)).rows.filter(({ table }) => table !== 'accounts')
  const photos = rows.filter(({ table }) => table === 'photos')
  for (const [n, { row }] of photos.entries()) row['sha256'] = sha256(String(n))
  await services
    .db('library')
    .sql('DELETE FROM album_photos; DELETE FROM photos; DELETE FROM albums WHERE NOT is_favorites')
  const restore = { restoreId: randomUUID(), userId: alice.id }
  await services.rpc.call(libraryRestores.stage, { ...restore, rows }, system)
  for (const digit of ['1', '2', '3'])
    await services.rpc.call(libraryRestores.skipPhotos, { ...restore, sha256s: [sha256(digit)] }, system)
  expect(await services.rpc.call(libraryRestores.apply, restore, system)).toEqual({ photos: 1, more: false })
  const first = await services.rpc.call(libraryRestores.listAlbums, { ...restore, after: null, limit: 2 }, system)
  const after = first.albums.at(-1)?.from ?? null
  const second = await services.rpc.call(libraryRestores.listAlbums, { ...restore, after, limit: 2 }, system)
  const restored = [...first.albums, ...second.albums].map(({ from }) => from)
  expect([first.albums.length, restored]).toEqual([2, albums.map(({ id }) => id).toSorted()])
})

/** Columns that a restore does not copy from the backup, because they are generated, counted or set by another statement. */
const NOT_RESTORED = {
  photos: ['deleted_at', 'error', 'file_id', 'has_earlier', 'idempotency_key', 'replaced_at', 'replacement', 'replacement_error', 'variants', 'visitor_file'], // prettier-ignore
  photo_files: ['error', 'idempotency_key', 'variants', 'visitor_file'],
  albums: ['cover_photo_id', 'is_favorites', 'photo_count'],
  tags: ['id', 'usage_count'],
}
it.each([
  ['photos', INSERT_MISSING_PHOTOS],
  ['photo_files', INSERT_EARLIER_FILES],
  ['albums', INSERT_MISSING_ALBUMS],
  ['tags', INSERT_MISSING_TAGS],
] as const)(
  'rule 15: a restore copies every column of %s that this test does not list as an exception',
  async (table, statement) => {
    const columns = await services.db('library').sql<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema AND table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    )
    const [, restored = ''] = new RegExp(`INSERT INTO ${table} \\(([^)]*)\\)`).exec(statement) ?? []
    const names = restored.split(',').map(name => name.trim())
    expect([...names, ...NOT_RESTORED[table]].toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  },
)
