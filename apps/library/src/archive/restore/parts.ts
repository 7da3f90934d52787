import { ApplyRestore, ForgetRows, ListRestoredAlbums, ListWanted, SkipPhotos, StageRows } from './restore.handlers.ts'

/** Brings back into a library in use what a backup has and the library has not. */
export const restoreHandlers = [StageRows, ListWanted, SkipPhotos, ApplyRestore, ListRestoredAlbums, ForgetRows]
