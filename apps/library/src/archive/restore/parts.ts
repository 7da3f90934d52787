import { ApplyRestore } from './apply-restore.handler.ts'
import { ForgetRows, SkipPhotos } from './forget-rows.handler.ts'
import { ListRestoredAlbums, ListWanted } from './list-wanted.handler.ts'
import { StageRows } from './stage-rows.handler.ts'

/** Brings back into a library in use what a backup has and the library has not. */
export const restoreHandlers = [StageRows, ListWanted, SkipPhotos, ApplyRestore, ListRestoredAlbums, ForgetRows]
