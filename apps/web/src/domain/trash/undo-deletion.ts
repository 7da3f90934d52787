import type { Deleted } from './restore.actions.ts'

/** Confirms a deletion and offers to undo it. The code is loaded on demand, because first screens delete nothing. */
export const offerUndo = (deleted: Deleted) =>
  void import('./restore.actions.ts').then(actions => actions.confirmDeletion(deleted))
