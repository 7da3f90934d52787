import { prepared, type Tx } from '@daymark/platform'

/**
 * A gallery is remembered under the version of its link and of its album (gallery/gallery-version.ts). So whoever changes what is shown
 * lets `albums.changes` grow in the same commit: an album and its order do so in `reach`, a photo here, wherever it is shown.
 *
 * Last in its commit: all photos of an album wait for the one row. A photo and an order that change at the same moment must not miss
 * each other: orders of an owner wait for her photos.
 */
export function photoChanges(tx: Tx, ownerId: string, photoId: string): void {
  void tx.sql(prepared(`SELECT pg_advisory_xact_lock_shared(${LOCK})`), [ownerId])
  // in one order, whoever comes: two photos may be in the same two albums
  void tx.sql(
    prepared(`
      WITH shown AS (
        SELECT id FROM albums WHERE id IN (SELECT album_id FROM placements WHERE photo_id = $1 AND present)
        ORDER BY id FOR NO KEY UPDATE
      ) UPDATE albums a SET changes = a.changes + 1 FROM shown WHERE a.id = shown.id`),
    [photoId],
  )
}

/** Before anything of an order is written. */
export function orderChanges(tx: Tx, ownerId: string): void {
  void tx.sql(prepared(`SELECT pg_advisory_xact_lock(${LOCK})`), [ownerId])
}

const LOCK = `hashtextextended('gallery ' || $1, 0)`
