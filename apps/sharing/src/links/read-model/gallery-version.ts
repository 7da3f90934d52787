import { preparedStatement, type Tx } from '@daymark/platform'

/**
 * SQL for the version of a gallery, which changes with everything that a visitor of the link sees. `l` is the link and `a` its album. Code
 * that changes other visible rows must increment `a.content_version` in the same transaction.
 */
export const GALLERY_VERSION_SQL = `l.version || '.' || a.content_version`

/**
 * SQL that records since when the gallery shows a photo. `shown_since` is the `content_version` at which it first showed the photo, and
 * `corrected_since` the one at which it first showed the current file. A photo that is added before it is processed is new when it becomes
 * visible.
 */
const SET_VISIBLE_SINCE = `
  UPDATE album_photos m SET
    corrected_since = CASE WHEN m.shown_since IS NULL THEN NULL ELSE a.content_version END,
    shown_since = coalesce(m.shown_since, a.content_version),
    replaced_at = p.replaced_at`

/** Records that photos which were just added are visible. The caller must have locked the album's row. */
export async function recordFirstShown(tx: Tx, albumId: string, photoIds: string[]): Promise<void> {
  await tx.sql(
    `${SET_VISIBLE_SINCE} FROM albums a, photos p
     WHERE a.id = $1 AND m.album_id = a.id AND m.photo_id = ANY ($2::uuid[]) AND m.present AND m.shown_since IS NULL
       AND p.id = m.photo_id AND p.variants IS NOT NULL`,
    [albumId, photoIds],
  )
}

/**
 * Increments `content_version` of all albums that contain the photo, and records the new version for the photo in albums that show the
 * photo, or its current file, for the first time. Locks the albums in the order of their ids, because two photos may be in the same two
 * albums.
 */
const INCREMENT_CONTENT_VERSIONS = preparedStatement(`
  WITH shown AS (
    SELECT id FROM albums WHERE id IN (SELECT album_id FROM album_photos WHERE photo_id = $1 AND present)
    ORDER BY id FOR NO KEY UPDATE
  ), a AS (
    UPDATE albums SET content_version = albums.content_version + 1 FROM shown WHERE albums.id = shown.id RETURNING albums.id, albums.content_version
  ) ${SET_VISIBLE_SINCE} FROM a, photos p
  WHERE m.album_id = a.id AND m.photo_id = $1 AND m.present AND p.id = $1 AND p.variants IS NOT NULL
    AND (m.shown_since IS NULL OR m.replaced_at IS DISTINCT FROM p.replaced_at)`)

/**
 * Increments `albums.content_version` for a changed photo, because galleries are cached by `GALLERY_VERSION_SQL`. Changes of albums and
 * their order do so in `advanceAppliedVersion`.
 *
 * Must be the last statement of a transaction, because all photos of an album wait for the same row. The advisory lock makes concurrent
 * changes of a photo and of an album's order wait for each other, so that neither misses the other.
 */
export function recordPhotoChange(tx: Tx, ownerId: string, photoId: string): void {
  tx.send(preparedStatement(`SELECT pg_advisory_xact_lock_shared(${GALLERY_LOCK_KEY})`), [ownerId])
  tx.send(INCREMENT_CONTENT_VERSIONS, [photoId])
}

/** Locks the order of an owner's albums against concurrent changes of photos. Must be called before any change of the order of an album. */
export function lockForOrderChange(tx: Tx, ownerId: string): void {
  tx.send(preparedStatement(`SELECT pg_advisory_xact_lock(${GALLERY_LOCK_KEY})`), [ownerId])
}

const GALLERY_LOCK_KEY = `hashtextextended('gallery ' || $1, 0)`
