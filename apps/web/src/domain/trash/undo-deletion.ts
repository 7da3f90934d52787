/** What was deleted a moment ago, by kind; as POST /api/trash/restore takes it. */
export type Deleted = { image_ids?: string[]; album_ids?: string[]; tag_ids?: string[]; share_ids?: string[] }
type Listener = (deleted: Deleted) => void

/** Who offers to take it back (app/undo-deletions.tsx) is loaded later than whoever deletes: until then the last one waits. */
export const undoing: { offer?: Listener; waiting?: Deleted } = {}
export function offerUndo(deleted: Deleted): void {
  if (undoing.offer) undoing.offer(deleted)
  else undoing.waiting = deleted
}
