import { prepared, type Tx } from '@daymark/platform'

/**
 * SQL: changes whenever anything changes that a visitor of a link sees; `l` is the link, `a` its album. Code that
 * changes other visible rows must increment `a.content_version` in the same commit.
 */
export const GALLERY_VERSION = `l.version || '.' || a.content_version`

/**
 * Each change increments `albums.content_version` under the lock of the album's row. `shown_since` is its value when
 * the gallery first showed the photo, and `corrected_since` when it first showed the current file. A photo that is
 * added before it is processed is therefore new when it becomes visible.
 */
const SET_VISIBLE_SINCE = `
  UPDATE album_photos m SET
    corrected_since = CASE WHEN m.shown_since IS NULL THEN NULL ELSE a.content_version END,
    shown_since = coalesce(m.shown_since, a.content_version),
    replaced_at = p.replaced_at`

/** For photos that were just placed; the caller has locked the album's row. */
export async function recordFirstShown(tx: Tx, albumId: string, photoIds: string[]): Promise<void> {
  await tx.sql(
    `${SET_VISIBLE_SINCE} FROM albums a, photos p
     WHERE a.id = $1 AND m.album_id = a.id AND m.photo_id = ANY ($2::uuid[]) AND m.present AND m.shown_since IS NULL
       AND p.id = m.photo_id AND p.variants IS NOT NULL`,
    [albumId, photoIds],
  )
}

/**
 * Increments `content_version` of all albums that contain the photo, and marks those that show it, or its current file,
 * for the first time. Albums are locked in the order of their ids, because two photos may be in the same two albums.
 */
const INCREMENT_ALBUMS = prepared(`
  WITH shown AS (
    SELECT id FROM albums WHERE id IN (SELECT album_id FROM album_photos WHERE photo_id = $1 AND present)
    ORDER BY id FOR NO KEY UPDATE
  ), a AS (
    UPDATE albums SET content_version = albums.content_version + 1 FROM shown WHERE albums.id = shown.id RETURNING albums.id, albums.content_version
  ) ${SET_VISIBLE_SINCE} FROM a, photos p
  WHERE m.album_id = a.id AND m.photo_id = $1 AND m.present AND p.id = $1 AND p.variants IS NOT NULL
    AND (m.shown_since IS NULL OR m.replaced_at IS DISTINCT FROM p.replaced_at)`)

/**
 * Galleries are cached by `GALLERY_VERSION`, so every change of visible data increments `albums.content_version` in the
 * same commit: albums and their order in `advance`, photos here.
 *
 * Must be the last statement of the commit, because all photos of an album wait for the same row. The advisory lock
 * orders concurrent changes of a photo and of an album's order of the same owner, so that neither misses the other.
 */
export function recordPhotoChange(tx: Tx, ownerId: string, photoId: string): void {
  void tx.sql(prepared(`SELECT pg_advisory_xact_lock_shared(${GALLERY_LOCK_KEY})`), [ownerId])
  void tx.sql(INCREMENT_ALBUMS, [photoId])
}

/** Must run before any write of an album's order. */
export function lockForOrderChange(tx: Tx, ownerId: string): void {
  void tx.sql(prepared(`SELECT pg_advisory_xact_lock(${GALLERY_LOCK_KEY})`), [ownerId])
}

const GALLERY_LOCK_KEY = `hashtextextended('gallery ' || $1, 0)`
