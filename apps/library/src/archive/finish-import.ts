import { photoPurged } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { purged, type PurgedRow } from '../photos/purge-photos.job.ts'
import { announceAlbum } from './announce-albums.ts'
import { recount } from './recount.ts'

const BATCH = 500

/** Photos whose earlier version did not come along. */
const NONE_EARLIER = `
  UPDATE photos p SET has_earlier = false WHERE owner_id = $1 AND has_earlier
    AND NOT EXISTS (SELECT FROM photo_files f WHERE f.photo_id = p.id AND f.role = 'earlier')`

/** What was approved while the archive was made is in it as a photo too. */
const NONE_TWICE = `
  DELETE FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting' AND EXISTS (SELECT FROM photos p WHERE p.id = r.id)`

/** What waited for an album of the trash, which no archive has: nobody could see or remove it. */
const HOMELESS = `
  DELETE FROM guest_uploads WHERE id IN (
    SELECT id FROM guest_uploads r WHERE owner_id = $1 AND state = 'waiting'
      AND NOT EXISTS (SELECT FROM albums WHERE id = r.album_id) AND NOT EXISTS (SELECT FROM trash WHERE id = r.album_id) LIMIT ${BATCH})
  RETURNING id, owner_id, object_key`

async function dropHomeless(tx: Tx, userId: string): Promise<number> {
  const gone = await tx.sql<PurgedRow>(HOMELESS, [userId])
  for (const row of gone) tx.emit(photoPurged, row.id, purged(row))
  return gone.length
}

/** An album at a time, so that no message grows with the library. */
export async function finishImport(db: Database, userId: string, now: Date): Promise<void> {
  while (await db.commit(tx => changeLibrary(tx, userId, now, announceAlbum)));
  // first, as the file of what is a photo is not to go with what waited
  await db.commit(async tx => void tx.sql(NONE_TWICE, [userId]))
  while ((await db.commit(tx => dropHomeless(tx, userId))) === BATCH);
  await db.commit(async tx => {
    void tx.sql(NONE_EARLIER, [userId])
    return changeLibrary(tx, userId, now, recount)
  })
}
