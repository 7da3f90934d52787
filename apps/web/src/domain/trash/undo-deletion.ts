import { showError, showUndo } from '../../ui/feedback/toast.tsx'
import type { Deleted } from './restore.actions.ts'

const NAMES = [
  ['image_ids', 'Photo deleted', 'photos deleted'],
  ['album_ids', 'Album deleted', 'albums deleted'],
  ['tag_ids', 'Tag deleted', 'tags deleted'],
  ['share_ids', 'Link deleted', 'links deleted'],
] as const

/** Confirms a deletion and offers to undo it. */
export function offerUndo(deleted: Deleted): void {
  for (const [kind, one, many] of NAMES) {
    const count = deleted[kind]?.length ?? 0
    if (count > 0) return showUndo(count === 1 ? one : `${count} ${many}`, () => void undo(deleted))
  }
}

async function undo(deleted: Deleted) {
  // Loaded on demand: most screens never restore anything.
  const { restore } = await import('./restore.actions.ts')
  const failure = await restore(deleted)
  if (failure !== null) showError(failure)
}
