import { albumCreated, photoPurged } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { Any } from 'typeorm'
import { changeLibrary, type LockedLibrary } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { type PhotoPosition, POSITION_GAP, recordAlbumChange } from '../albums/change-album.ts'
import { findFavorites } from '../albums/read-albums.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { ReceivedFile } from '../guest-uploads/received-file.entity.ts'
import { COUNT_FACETS_OF_OWNER, PHOTOS_PER_BLOCK } from '../lists/stored-counts.ts'
import { emitFileUploaded, emitPhotoUpdated, emitPhotoUploaded } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { type PurgedRow, toPurgedPhoto } from '../photos/purge-photos.job.ts'

/**
 * Publishes the events of new uploads for imported photos, so that the media service renders their variants and read models are updated.
 */
export async function publishImportedPhotos(tx: Tx, ids: string[]): Promise<void> {
  for (const photo of await tx.em.findBy(Photo, { id: Any(ids) })) {
    emitPhotoUploaded(tx, photo)
    emitPhotoUpdated(tx, photo)
  }
}

/** Publishes the files of imported earlier versions, so that the media service renders their variants. */
export async function publishImportedEarlierFiles(tx: Tx, ids: string[]): Promise<void> {
  for (const file of await tx.em.findBy(PhotoFile, { id: Any(ids) })) emitFileUploaded(tx, file)
}

/** Publishes imported pending guest files, so that the media service renders their variants. */
export async function publishImportedGuestFiles(tx: Tx, ids: string[]): Promise<void> {
  for (const file of await tx.em.findBy(ReceivedFile, { id: Any(ids) }))
    emitFileUploaded(tx, { ...file, photoId: file.id }, file.albumId)
}

/**
 * Sends the events of the oldest imported album that other services do not know yet (version 0): the album and the positions of all its
 * photos. Returns false if there is no such album.
 */
export async function publishNextImportedAlbum(lockedLibrary: LockedLibrary): Promise<boolean> {
  const { tx, ownerId } = lockedLibrary
  const album = await tx.em.findOne(Album, { where: { ownerId, version: 0 }, order: { createdAt: 'ASC' } })
  if (!album) return false
  const positions = await tx.sql<PhotoPosition>(
    'SELECT photo_id AS "photoId", position FROM album_photos WHERE album_id = $1 ORDER BY position, photo_id',
    [album.id],
  )
  Object.assign(album, { version: 1, photoCount: 0 })
  tx.emit(albumCreated, album.id, album.toState())
  const { updatedAt } = album
  await recordAlbumChange({ ...lockedLibrary, now: updatedAt }, album, { placed: positions, added: positions.length })
  if (positions.length === 0) await tx.em.update(Album, album.id, { version: 1, photoCount: 0 })
  return true
}

const sumVariantSizesSql = (variant: string) =>
  `coalesce(sum((variants -> '${variant}' ->> 'size')::bigint), 0)::float8`
/**
 * SQL that computes the counters of a library. Earlier versions, pending replacements and pending guest files count towards storage but not
 * as photos.
 */
const SELECT_SUMS = `
  WITH stored AS (
    SELECT number, size, variants FROM photos WHERE owner_id = $1 AND deleted_at IS NULL
    UNION ALL SELECT NULL, f.size, f.variants FROM photo_files f JOIN photos p ON p.id = f.photo_id
    WHERE p.owner_id = $1 AND p.deleted_at IS NULL
    UNION ALL SELECT NULL, size, variants FROM guest_uploads WHERE owner_id = $1 AND state = 'waiting')
  SELECT count(number)::int AS photos, coalesce(max(number), 0)::int AS uploads, coalesce(sum(size), 0)::float8 AS originals,
    ${sumVariantSizesSql('sm')} AS small, ${sumVariantSizesSql('md')} AS medium, ${sumVariantSizesSql('lg')} AS large,
    (SELECT count(*)::int FROM albums WHERE owner_id = $1 AND NOT is_favorites) AS albums
  FROM stored`
type LibrarySums = Record<'photos' | 'uploads' | 'originals' | 'small' | 'medium' | 'large' | 'albums', number>

/** Recomputes all counters of a library from its rows after an import. */
export async function recountLibrary(lockedLibrary: LockedLibrary): Promise<void> {
  const { tx, ownerId, account } = lockedLibrary
  await addLikedToFavorites(lockedLibrary)
  const [sums] = await tx.sql<LibrarySums>(SELECT_SUMS, [ownerId])
  if (sums) Object.assign(account, { ...sums, uploads: Math.max(sums.uploads, account.uploads) })
  for (const table of ['photo_block_counts', 'photo_facets'])
    tx.send(`DELETE FROM ${table} WHERE owner_id = $1`, [ownerId])
  tx.send(
    `INSERT INTO photo_block_counts (owner_id, block, photos) SELECT $1, number / ${PHOTOS_PER_BLOCK}, count(*) FROM photos
     WHERE owner_id = $1 AND deleted_at IS NULL GROUP BY number / ${PHOTOS_PER_BLOCK}`,
    [ownerId],
  )
  tx.send(
    `INSERT INTO photo_facets (owner_id, kind, value, photos) SELECT $1, kind, value, n FROM (${COUNT_FACETS_OF_OWNER}) AS counted`,
    [ownerId],
  )
  await tx.sql(
    `UPDATE tags SET usage_count = (SELECT count(*) FROM photo_tags WHERE tag_id = tags.id) WHERE owner_id = $1`,
    [ownerId],
  )
  lockedLibrary.libraryWideChanges.add('likes').add('tags')
}

/**
 * Adds liked photos to Favorites. If the Favorites album in the archive has another id than that of the account, its positions were not
 * imported.
 */
async function addLikedToFavorites(lockedLibrary: LockedLibrary): Promise<void> {
  const favorites = await findFavorites(lockedLibrary.tx.em, lockedLibrary.ownerId)
  const newPositions = await lockedLibrary.tx.sql<PhotoPosition>(
    `WITH placed AS (
       INSERT INTO album_photos (album_id, photo_id, position)
       SELECT $1, p.id, (SELECT coalesce(max(position), 0) FROM album_photos WHERE album_id = $1) + row_number() OVER (ORDER BY number) * $3
       FROM photos p WHERE p.owner_id = $2 AND p.is_favorite AND p.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM album_photos m WHERE m.album_id = $1 AND m.photo_id = p.id)
       ON CONFLICT DO NOTHING RETURNING photo_id, position)
     SELECT photo_id AS "photoId", position FROM placed ORDER BY position`,
    [favorites.id, lockedLibrary.ownerId, POSITION_GAP],
  )
  const album = newPositions.length > 0 && (await lockedLibrary.tx.em.findOneBy(Album, { id: favorites.id }))
  if (album) await recordAlbumChange(lockedLibrary, album, { placed: newPositions, added: newPositions.length })
}

const PHOTOS_PER_BATCH = 500

/** SQL that clears `has_earlier` of photos whose earlier version is missing in the archive. */
const CLEAR_MISSING_EARLIER_VERSIONS = `
  UPDATE photos p SET has_earlier = false WHERE owner_id = $1 AND has_earlier
    AND NOT EXISTS (SELECT FROM photo_files f WHERE f.photo_id = p.id AND f.role = 'earlier')`

/** SQL that deletes pending guest files that the owner accepted while the archive was written. The archive also contains them as photos. */
const DELETE_ACCEPTED_FILES = `
  DELETE FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting' AND EXISTS (SELECT FROM photos p WHERE p.id = r.id)`

/** SQL that deletes pending guest files whose album is not in the archive because it was in the trash. No screen could show these files. */
const DELETE_FILES_WITHOUT_ALBUM = `
  DELETE FROM guest_uploads WHERE id IN (
    SELECT id FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting'
      AND NOT EXISTS (SELECT FROM albums WHERE id = r.album_id) AND NOT EXISTS (SELECT FROM trash WHERE id = r.album_id) LIMIT ${PHOTOS_PER_BATCH})
  RETURNING id, owner_id, object_key`

async function deleteFilesWithoutAlbum(tx: Tx, userId: string): Promise<number> {
  const deletedRows = await tx.sql<PurgedRow>(DELETE_FILES_WITHOUT_ALBUM, [userId])
  for (const row of deletedRows) tx.emit(photoPurged, row.id, toPurgedPhoto(row))
  return deletedRows.length
}

/** Completes an import. Publishes each album in its own transaction, so that transactions stay small. */
export async function finishImport(db: Database, userId: string, now: Date): Promise<void> {
  while (await db.commit(tx => changeLibrary(tx, userId, now, publishNextImportedAlbum)));
  // must precede deleteFilesWithoutAlbum, which would otherwise delete the stored bytes of accepted photos
  await db.commit(async tx => tx.send(DELETE_ACCEPTED_FILES, [userId]))
  while ((await db.commit(tx => deleteFilesWithoutAlbum(tx, userId))) === PHOTOS_PER_BATCH);
  await db.commit(async tx => {
    tx.send(CLEAR_MISSING_EARLIER_VERSIONS, [userId])
    return changeLibrary(tx, userId, now, recountLibrary)
  })
}
