import { albumRestored, albumUpdated, type Entitlement, type Renditions } from '@daymark/contracts'
import { Any } from 'typeorm'
import { storedSizeOf } from '../accounts/account.entity.ts'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { addToAlbum } from '../albums/add-photos.ts'
import { Album } from '../albums/album.entity.ts'
import { type PhotoPosition, recordAlbumChange } from '../albums/change-album.ts'
import { findFavorites } from '../albums/read-albums.ts'
import { addFacets, countRestoredPhotos } from '../lists/stored-counts.ts'
import { emitPhotosRestored } from '../photos/photo-events.ts'
import { reattachTags } from './restore-tags.ts'
import type { AlbumState } from './trash-albums-and-tags.ts'

type FileSizes = { size: string; variants: Renditions | null }
type RestoredRow = FileSizes & { id: string; number: number; liked: boolean }
/** Options of a restore. Items that were deleted before `purgeCutoff` cannot be restored. */
export type RestoreOptions = { plan: Entitlement; purgeCutoff: Date }

/**
 * Restores photos from the trash, with their positions in albums and their tags, as far as these albums and tags still exist. Throws
 * QUOTA_EXCEEDED if the photos would exceed the storage limit. Returns the number of restored photos.
 */
export async function restorePhotos(
  lockedLibrary: LockedLibrary,
  ids: string[],
  { plan, purgeCutoff }: RestoreOptions,
): Promise<number> {
  const rows = await lockedLibrary.tx.sql<RestoredRow>(UNDELETE_PHOTOS, [ids, lockedLibrary.ownerId, purgeCutoff])
  if (!rows.length) return 0
  const restoredIds = rows.map(row => row.id)
  const restoredFiles = rows.map(toSizedFile)
  const otherFiles = (await lockedLibrary.tx.sql<FileSizes>(SELECT_OTHER_FILES, [restoredIds])).map(toSizedFile)
  lockedLibrary.account.assertWithinQuota(
    [...restoredFiles, ...otherFiles].reduce((sum, file) => sum + storedSizeOf(file), 0),
    plan,
  )
  lockedLibrary.account.addRestoredPhotos(restoredFiles)
  lockedLibrary.account.addFileSizes(otherFiles)
  countRestoredPhotos(
    lockedLibrary,
    rows.map(row => row.number),
  )
  addFacets(lockedLibrary, restoredIds)
  await restoreAlbumMembership(lockedLibrary, restoredIds)
  await reattachTags(lockedLibrary, { photoIds: restoredIds })
  await addToFavorites(
    lockedLibrary,
    rows.filter(row => row.liked).map(row => row.id),
  )
  await emitPhotosRestored(lockedLibrary.tx, restoredIds)
  return restoredIds.length
}

const toSizedFile = ({ size, variants }: FileSizes) => ({ size: Number(size), variants })
/** Selects the earlier versions and pending replacements of the photos. */
const SELECT_OTHER_FILES = 'SELECT size, variants FROM photo_files WHERE photo_id = ANY($1::uuid[])'

/** SQL that removes photos from the trash. Clears the idempotency key, because a new upload of the same file may use it by now. */
const UNDELETE_PHOTOS = `
  UPDATE photos SET deleted_at = NULL, version = version + 1, idempotency_key = NULL
  WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at > $3
  RETURNING id, size, variants, number, is_favorite AS liked`

async function restoreAlbumMembership(lockedLibrary: LockedLibrary, photoIds: string[]): Promise<void> {
  const rows = await lockedLibrary.tx.sql<PhotoPosition & { albumId: string }>(
    `WITH restored AS (
       DELETE FROM trashed_album_photos t USING albums a WHERE t.photo_id = ANY($1::uuid[]) AND a.id = t.album_id
       RETURNING t.album_id, t.photo_id, t.position, t.added_at)
     INSERT INTO album_photos (album_id, photo_id, position, added_at)
     SELECT album_id, photo_id, position, added_at FROM restored ON CONFLICT DO NOTHING
     RETURNING album_id AS "albumId", photo_id AS "photoId", position`,
    [photoIds],
  )
  const byAlbum = Map.groupBy(rows, row => row.albumId)
  const albums = byAlbum.size ? await lockedLibrary.tx.em.findBy(Album, { id: Any([...byAlbum.keys()]) }) : []
  for (const album of albums) {
    const positions = (byAlbum.get(album.id) ?? []).map(({ photoId, position }) => ({ photoId, position }))
    await recordAlbumChange(lockedLibrary, album, { placed: positions, added: positions.length })
  }
}

/** Adds restored liked photos to Favorites. Photos whose position was stored are already there; the others are added at the end. */
async function addToFavorites(lockedLibrary: LockedLibrary, photoIds: string[]): Promise<void> {
  if (!photoIds.length) return
  lockedLibrary.libraryWideChanges.add('likes')
  await addToAlbum(lockedLibrary, await findFavorites(lockedLibrary.tx.em, lockedLibrary.ownerId), photoIds)
}

type TrashedAlbumRow = { id: string; state: AlbumState; deleted_at: Date }
/** Number of restored albums, and of photos that were restored together with them. */
type RestoredCounts = { albums: number; photos: number }

/** Restores albums from the trash with the order of their photos, and with the photos that were deleted together with the album. */
export async function restoreAlbums(
  lockedLibrary: LockedLibrary,
  ids: string[],
  options: RestoreOptions,
): Promise<RestoredCounts> {
  const rows = await lockedLibrary.tx.sql<TrashedAlbumRow>(
    `WITH restored AS (
       DELETE FROM trash WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND kind = 'album' AND deleted_at > $3
       RETURNING id, state, deleted_at)
     SELECT * FROM restored ORDER BY id`,
    [ids, lockedLibrary.ownerId, options.purgeCutoff],
  )
  let photos = 0
  for (const row of rows) {
    lockedLibrary.account.assertMayAddAlbum(options.plan)
    lockedLibrary.account.albums += 1
    photos += await restorePhotos(lockedLibrary, await findPhotosDeletedWith(lockedLibrary, row), options)
    await insertAlbum(lockedLibrary, row)
  }
  return { albums: rows.length, photos }
}

async function findPhotosDeletedWith(
  { tx }: LockedLibrary,
  { id, deleted_at: deletedAt }: TrashedAlbumRow,
): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    'SELECT p.id FROM trashed_album_photos t JOIN photos p ON p.id = t.photo_id WHERE t.album_id = $1 AND p.deleted_at = $2',
    [id, deletedAt],
  )
  return rows.map(row => row.id)
}

async function insertAlbum(lockedLibrary: LockedLibrary, { id, state }: TrashedAlbumRow): Promise<void> {
  const { tx, ownerId, now } = lockedLibrary
  const { createdAt, coverPhotoId, version, ...properties } = state
  const newAlbum = Object.assign(Album.create(ownerId, now, { title: state.title }), properties)
  const album = Object.assign(newAlbum, { id, version: version + 1, createdAt: new Date(createdAt) })
  await tx.em.insert(Album, album)
  tx.emit(albumRestored, id, album.toState())
  const restoredPositions = await tx.sql<PhotoPosition>(RESTORE_POSITIONS, [id])
  await recordAlbumChange(lockedLibrary, album, { placed: restoredPositions, added: restoredPositions.length })
  if (!restoredPositions.some(({ photoId }) => photoId === coverPhotoId)) return
  album.edit({ header: { photoId: coverPhotoId, x: state.coverX, y: state.coverY } }, now)
  await tx.em.update(Album, id, album)
  tx.emit(albumUpdated, id, album.toState())
}

/**
 * SQL that restores the positions of an album's photos. The positions of photos in the trash stay stored until these photos are restored.
 */
const RESTORE_POSITIONS = `
  WITH restored AS (
    DELETE FROM trashed_album_photos t USING photos p
    WHERE t.album_id = $1 AND p.id = t.photo_id AND p.deleted_at IS NULL
    RETURNING t.album_id, t.photo_id, t.position, t.added_at),
  placed AS (
    INSERT INTO album_photos (album_id, photo_id, position, added_at)
    SELECT album_id, photo_id, position, added_at FROM restored RETURNING photo_id, position)
  SELECT photo_id AS "photoId", position FROM placed ORDER BY position, photo_id`
