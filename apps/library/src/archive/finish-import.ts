import { photoPurged } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { purged, type PurgedRow } from '../photos/purge-photos.job.ts'
import { announceAlbum } from './announce-imported.ts'
import { recountLibrary } from './recount-library.ts'

const BATCH_SIZE = 500

/** Corrects photos whose earlier version is not in the archive. */
const CLEAR_MISSING_EARLIER_VERSIONS = `
  UPDATE photos p SET has_earlier = false WHERE owner_id = $1 AND has_earlier
    AND NOT EXISTS (SELECT FROM photo_files f WHERE f.photo_id = p.id AND f.role = 'earlier')`

/** Deletes pending files that the owner approved while the archive was written: the archive also contains them as photos. */
const DELETE_APPROVED_FILES = `
  DELETE FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting' AND EXISTS (SELECT FROM photos p WHERE p.id = r.id)`

/** Deletes pending files of albums that were in the trash. Archives exclude the trash, so no screen could show these files. */
const DELETE_FILES_WITHOUT_ALBUM = `
  DELETE FROM guest_uploads WHERE id IN (
    SELECT id FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting'
      AND NOT EXISTS (SELECT FROM albums WHERE id = r.album_id) AND NOT EXISTS (SELECT FROM trash WHERE id = r.album_id) LIMIT ${BATCH_SIZE})
  RETURNING id, owner_id, object_key`

async function deleteFilesWithoutAlbum(tx: Tx, userId: string): Promise<number> {
  const deletedRows = await tx.sql<PurgedRow>(DELETE_FILES_WITHOUT_ALBUM, [userId])
  for (const row of deletedRows) tx.emit(photoPurged, row.id, purged(row))
  return deletedRows.length
}

/** Completes an import. Publishes one album per transaction, so that the size of a message does not grow with the library. */
export async function finishImport(db: Database, userId: string, now: Date): Promise<void> {
  while (await db.commit(tx => changeLibrary(tx, userId, now, announceAlbum)));
  // before dropWithoutAlbum, which deletes stored files: the file of an approved photo must stay
  await db.commit(async tx => void tx.sql(DELETE_APPROVED_FILES, [userId]))
  while ((await db.commit(tx => deleteFilesWithoutAlbum(tx, userId))) === BATCH_SIZE);
  await db.commit(async tx => {
    void tx.sql(CLEAR_MISSING_EARLIER_VERSIONS, [userId])
    return changeLibrary(tx, userId, now, recountLibrary)
  })
}
