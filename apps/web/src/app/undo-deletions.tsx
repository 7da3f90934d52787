import { useEffect } from 'react'
import { restore } from '../domain/trash/restore.actions.ts'
import { type Deleted, undoing } from '../domain/trash/undo-deletion.ts'
import { useUndoToast } from '../ui/feedback/undo-toast.tsx'

const WORDS = [
  ['image_ids', 'Photo deleted', 'photos deleted'],
  ['album_ids', 'Album deleted', 'albums deleted'],
  ['tag_ids', 'Tag deleted', 'tags deleted'],
  ['share_ids', 'Link deleted', 'links deleted'],
] as const

function textOf(deleted: Deleted): string | undefined {
  for (const [kind, one, many] of WORDS) {
    const count = deleted[kind]?.length ?? 0
    if (count > 0) return count === 1 ? one : `${count} ${many}`
  }
  return undefined
}

/** After a deletion, wherever it was: a quiet word, and the way back. */
export function UndoDeletions() {
  const toast = useUndoToast()
  useEffect(() => {
    undoing.offer = deleted => {
      const text = textOf(deleted)
      const undo = () => void restore(deleted).then(failure => failure && window.alert(failure))
      if (text) toast(text, undo)
    }
    if (undoing.waiting) undoing.offer(undoing.waiting)
    delete undoing.waiting
    return () => void delete undoing.offer
  }, [toast])
  return null
}
