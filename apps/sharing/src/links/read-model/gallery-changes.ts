import { prepared, type Tx } from '@daymark/platform'
import { photoShown } from './shown-since.ts'

/**
 * A gallery is remembered under the version of its link and of its album (gallery/gallery-version.ts). So whoever changes what is shown
 * lets `albums.content_version` grow in the same commit: an album and its order do so in `reach`, a photo here, wherever it is shown.
 *
 * Last in its commit: all photos of an album wait for the one row. A photo and an order that change at the same moment must not miss
 * each other: orders of an owner wait for her photos.
 */
export function photoChanges(tx: Tx, ownerId: string, photoId: string): void {
  void tx.sql(prepared(`SELECT pg_advisory_xact_lock_shared(${LOCK})`), [ownerId])
  photoShown(tx, photoId)
}

/** Before anything of an order is written. */
export function orderChanges(tx: Tx, ownerId: string): void {
  void tx.sql(prepared(`SELECT pg_advisory_xact_lock(${LOCK})`), [ownerId])
}

const LOCK = `hashtextextended('gallery ' || $1, 0)`
