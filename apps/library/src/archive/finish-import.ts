import type { Database } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { announceAlbum } from './announce-albums.ts'
import { recount } from './recount.ts'

/** An album at a time, so that no message grows with the library. */
export async function finishImport(db: Database, userId: string, now: Date): Promise<void> {
  while (await db.commit(tx => changeLibrary(tx, userId, now, announceAlbum)));
  await db.commit(tx => changeLibrary(tx, userId, now, recount))
}
