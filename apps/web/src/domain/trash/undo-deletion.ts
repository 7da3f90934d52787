import type { DeletedItems } from './restore.actions.ts'

/** Shows a toast about a deletion with an Undo button. The code of the toast is not part of the first page load. */
export const offerUndo = (deleted: DeletedItems) =>
  void import('./restore.actions.ts').then(actions => actions.showDeletionToast(deleted))
