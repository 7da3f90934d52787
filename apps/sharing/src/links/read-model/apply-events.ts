import type { albumArranged, albumCreated, albumUpdated, EventOf, photoUpdated } from '@daymark/contracts'
import { preparedStatement, type Tx } from '@daymark/platform'
import { advanceAppliedVersion, resetAlbum } from './applied-version.ts'
import { lockForOrderChange, recordFirstShown, recordPhotoChange } from './gallery-version.ts'

export type AlbumState = EventOf<typeof albumCreated | typeof albumUpdated>['data']
type Arrangement = EventOf<typeof albumArranged>['data']

/**
 * Stores title, description, theme, sections and header of an album. The events contain the whole state, so the newest version is kept in
 * whatever order they arrive.
 */
export async function applyAlbum(tx: Tx, album: AlbumState): Promise<void> {
  if (!(await advanceAppliedVersion(tx, album))) return
  await tx.sql(
    `UPDATE albums SET version = $2, title = $3, description = $4, theme = $5, header = $6,
       sections = coalesce($7::jsonb, sections)
     WHERE id = $1 AND version < $2`,
    [
      album.albumId,
      album.version,
      album.title,
      album.description,
      album.theme,
      album.header ?? null,
      album.sections ? JSON.stringify(album.sections) : null,
    ],
  )
}

/**
 * Stores new positions of photos and removals; for each photo, the newest version counts. A large change arrives in parts with the same
 * version, which is complete when all parts have arrived.
 */
export async function applyArrangement(tx: Tx, arrangement: Arrangement): Promise<void> {
  const { albumId, ownerId, version, placed, removed } = arrangement
  lockForOrderChange(tx, ownerId)
  if (!(await advanceAppliedVersion(tx, arrangement))) return
  await tx.sql(
    `INSERT INTO album_photos (album_id, photo_id, version, present, position)
     SELECT $1::uuid, photo_id, $2::int, true, position FROM unnest($3::uuid[], $4::float8[]) AS placed (photo_id, position)
     UNION ALL SELECT $1::uuid, photo_id, $2::int, false, null FROM unnest($5::uuid[]) AS removed (photo_id)
     ON CONFLICT (album_id, photo_id)
     DO UPDATE SET version = excluded.version, present = excluded.present, position = excluded.position,
       shown_since = CASE WHEN excluded.present THEN album_photos.shown_since END
     WHERE album_photos.version < excluded.version`,
    [albumId, version, placed.map(photo => photo.photoId), placed.map(photo => photo.position), removed],
  )
  const photoIds = placed.map(({ photoId }) => photoId)
  if (photoIds.length > 0) await recordFirstShown(tx, albumId, photoIds)
}

/**
 * Replaces the state of an album by a tombstone, so that a late event does not restore the album. Returns false if the album has already
 * been restored.
 */
export const markAlbumDeleted = (tx: Tx, albumId: string, ownerId: string, version: number): Promise<boolean> =>
  resetAlbum(tx, albumId, ownerId, version)

/**
 * Restores an album. Discards its older state, even if the event of the deletion has not arrived yet. Returns false if the album was
 * deleted again.
 */
export async function restoreAlbum(tx: Tx, album: AlbumState): Promise<boolean> {
  await resetAlbum(tx, album.albumId, album.ownerId, album.version - 1)
  const [restored] = await tx.sql<{ id: string }>(
    'UPDATE albums SET deleted = false WHERE id = $1 AND discarded_version = $2 RETURNING id',
    [album.albumId, album.version - 1],
  )
  if (restored) await applyAlbum(tx, album)
  return restored !== undefined
}

export type PhotoState = EventOf<typeof photoUpdated>['data']

/**
 * Stores a photo unless a newer state or deletion is stored. Events of deletions from older releases have no version (0); the tombstone of
 * such a deletion remains until a restore event.
 */
export function applyPhoto(tx: Tx, photo: PhotoState, isRestored: boolean): void {
  tx.send(
    preparedStatement(`INSERT INTO photos (id, owner_id, version, filename, original_filename, title, caption, width, height, orientation,
                         placeholder, original, variants, taken_at, visitor_file, file_id, replaced_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $18)
     ON CONFLICT (id) DO UPDATE
     SET version = $3, filename = $4, original_filename = $5, title = $6, caption = $7, width = $8, height = $9,
         deleted = false, orientation = $10, placeholder = $11, original = $12, variants = $13, taken_at = $14, visitor_file = $15,
         file_id = $17, replaced_at = $18
     WHERE photos.version < $3 AND (NOT photos.deleted OR photos.version > 0 OR $16)`),
    [
      photo.photoId,
      photo.ownerId,
      photo.version,
      photo.filename,
      photo.originalFilename,
      photo.title,
      photo.caption,
      photo.width,
      photo.height,
      photo.orientation,
      photo.placeholder,
      photo.original,
      photo.variants,
      photo.takenAt,
      photo.visitor ?? null,
      isRestored,
      photo.fileId ?? null,
      photo.replacedAt ?? null,
    ],
  )
  recordPhotoChange(tx, photo.ownerId, photo.photoId)
}
