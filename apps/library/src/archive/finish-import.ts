import { photoPurged } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { purged, type PurgedRow } from '../photos/purge-photos.job.ts'
import { announceAlbum } from './announce-imported.ts'
import { recount } from './recount-library.ts'

const BATCH = 500

/** Photos whose earlier version is not in the archive. */
const CLEAR_MISSING_EARLIER = `
  UPDATE photos p SET has_earlier = false WHERE owner_id = $1 AND has_earlier
    AND NOT EXISTS (SELECT FROM photo_files f WHERE f.photo_id = p.id AND f.role = 'earlier')`

/** Files that were approved while the archive was written: they are in the archive as photos, too. */
const DROP_APPROVED = `
  DELETE FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting' AND EXISTS (SELECT FROM photos p WHERE p.id = r.id)`

/** Pending files of an album that was in the trash. Archives exclude the trash, so no screen could show these files. */
const DROP_WITHOUT_ALBUM = `
  DELETE FROM guest_uploads WHERE id IN (
    SELECT id FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting'
      AND NOT EXISTS (SELECT FROM albums WHERE id = r.album_id) AND NOT EXISTS (SELECT FROM trash WHERE id = r.album_id) LIMIT ${BATCH})
  RETURNING id, owner_id, object_key`

async function dropWithoutAlbum(tx: Tx, userId: string): Promise<number> {
  const gone = await tx.sql<PurgedRow>(DROP_WITHOUT_ALBUM, [userId])
  for (const row of gone) tx.emit(photoPurged, row.id, purged(row))
  return gone.length
}

/** Publishes one album per transaction, so that the size of a message does not grow with the library. */
export async function finishImport(db: Database, userId: string, now: Date): Promise<void> {
  while (await db.commit(tx => changeLibrary(tx, userId, now, announceAlbum)));
  // before dropWithoutAlbum, which deletes stored files: the file of an approved photo must stay
  await db.commit(async tx => void tx.sql(DROP_APPROVED, [userId]))
  while ((await db.commit(tx => dropWithoutAlbum(tx, userId))) === BATCH);
  await db.commit(async tx => {
    void tx.sql(CLEAR_MISSING_EARLIER, [userId])
    return changeLibrary(tx, userId, now, recount)
  })
}
