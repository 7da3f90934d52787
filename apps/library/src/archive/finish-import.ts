import type { Database } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { announceAlbum } from './announce-albums.ts'
import { recount } from './recount.ts'

/** Photos whose earlier version did not come along. */
const NONE_EARLIER = `
  UPDATE photos p SET has_earlier = false WHERE owner_id = $1 AND has_earlier
    AND NOT EXISTS (SELECT FROM photo_files f WHERE f.photo_id = p.id AND f.role = 'earlier')`

/** What was approved while the archive was made is in it as a photo too. */
const NONE_TWICE = `
  DELETE FROM received_files r WHERE owner_id = $1 AND state = 'waiting' AND EXISTS (SELECT FROM photos p WHERE p.id = r.id)`

/** An album at a time, so that no message grows with the library. */
export async function finishImport(db: Database, userId: string, now: Date): Promise<void> {
  while (await db.commit(tx => changeLibrary(tx, userId, now, announceAlbum)));
  await db.commit(async tx => {
    void tx.sql(NONE_EARLIER, [userId])
    void tx.sql(NONE_TWICE, [userId])
    return changeLibrary(tx, userId, now, recount)
  })
}
