import { prepared, type Tx } from '@daymark/platform'

/**
 * What is new in a gallery is told by points in its own history: `albums.content_version`, which one change after the other lets grow under the
 * lock of its row. A photo bears the point since which the gallery shows it, and that since which it shows the present file. So
 * photos that were put into an album before they were ready are new when they are shown.
 */
const NEWS = `
  UPDATE album_photos m SET
    corrected_since = CASE WHEN m.shown_since IS NULL THEN NULL ELSE a.content_version END,
    shown_since = coalesce(m.shown_since, a.content_version),
    replaced_at = p.replaced_at`

/** Of photos that were just placed; the album's row is ours already. */
export async function shownSince(tx: Tx, albumId: string, photoIds: string[]): Promise<void> {
  await tx.sql(
    `${NEWS} FROM albums a, photos p
     WHERE a.id = $1 AND m.album_id = a.id AND m.photo_id = ANY ($2::uuid[]) AND m.present AND m.shown_since IS NULL
       AND p.id = m.photo_id AND p.variants IS NOT NULL`,
    [albumId, photoIds],
  )
}

/** In one order, whoever comes: two photos may be in the same two albums. */
const PHOTO_SHOWN = prepared(`
  WITH shown AS (
    SELECT id FROM albums WHERE id IN (SELECT album_id FROM album_photos WHERE photo_id = $1 AND present)
    ORDER BY id FOR NO KEY UPDATE
  ), a AS (
    UPDATE albums SET content_version = albums.content_version + 1 FROM shown WHERE albums.id = shown.id RETURNING albums.id, albums.content_version
  ) ${NEWS} FROM a, photos p
  WHERE m.album_id = a.id AND m.photo_id = $1 AND m.present AND p.id = $1 AND p.variants IS NOT NULL
    AND (m.shown_since IS NULL OR m.replaced_at IS DISTINCT FROM p.replaced_at)`)

/** Lets all galleries grow where a photo is, and marks those that show it, or its present file, for the first time. */
export function photoShown(tx: Tx, photoId: string): void {
  void tx.sql(PHOTO_SHOWN, [photoId])
}
