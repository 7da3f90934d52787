/** What was deleted a moment ago, by kind; as POST /api/trash/restore takes it. */
export type Deleted = { image_ids?: string[]; album_ids?: string[]; tag_ids?: string[]; share_ids?: string[] }
type Listener = (deleted: Deleted) => void

/** Who offers to take it back (app/undo-deletions.tsx) is loaded later than whoever deletes; in the trash it is all the same. */
export const undoing: { offer?: Listener } = {}
