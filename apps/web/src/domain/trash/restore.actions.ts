import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { showError, showUndo } from '../../ui/feedback/toast.ts'
import { forgetAll, queryClient } from '../cache/cache.ts'

/** Deleted items by kind; the body of POST /api/trash/restore. */
export type Deleted = { image_ids?: string[]; album_ids?: string[]; tag_ids?: string[]; share_ids?: string[] }

export const TRASH = 'trash'
const readTrashAgain = () => queryClient.invalidateQueries({ queryKey: [TRASH] })

/** Limits of one call. */
const PER_CALL = { image_ids: 5000, album_ids: 200, tag_ids: 200, share_ids: 200 } as const
const KINDS = Object.keys(PER_CALL) as (keyof typeof PER_CALL)[]

/** Photos come first, because albums and links refer to them. */
function portions(deleted: Deleted): Deleted[] {
  return KINDS.flatMap(kind => {
    const ids = deleted[kind] ?? []
    const count = Math.ceil(ids.length / PER_CALL[kind])
    return Array.from({ length: count }, (_, n) => ({
      [kind]: ids.slice(n * PER_CALL[kind], (n + 1) * PER_CALL[kind]),
    }))
  })
}

/** Returns null, or the message that explains the failure. */
async function tried(what: string, otherwise: string, work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (reason) {
    logFailure(what, reason)
    return messageOf(reason, otherwise)
  } finally {
    void readTrashAgain()
  }
}

export const restore = (deleted: Deleted) =>
  tried('Restoring failed', 'Not everything could be restored. Please try again.', async () => {
    try {
      for (const body of portions(deleted)) await call(routes.restoreTrash, { body })
    } finally {
      // Restored items appear in lists, albums, tags and galleries.
      void forgetAll()
    }
  })

const NAMES = [
  ['image_ids', 'Photo deleted', 'photos deleted'],
  ['album_ids', 'Album deleted', 'albums deleted'],
  ['tag_ids', 'Tag deleted', 'tags deleted'],
  ['share_ids', 'Link deleted', 'links deleted'],
] as const

export function confirmDeletion(deleted: Deleted): void {
  const undo = () => void restore(deleted).then(failure => failure !== null && showError(failure))
  for (const [kind, one, many] of NAMES) {
    const count = deleted[kind]?.length ?? 0
    if (count > 0) return showUndo(count === 1 ? one : `${count} ${many}`, undo)
  }
}

export const deletePermanently = (deleted: Deleted) =>
  tried('Deleting permanently failed', 'Not everything could be deleted. Please try again.', async () => {
    for (const body of portions(deleted)) await call(routes.purgeTrash, { body })
  })

export const emptyTrash = () =>
  tried('Emptying the trash failed', 'The trash could not be emptied. Please try again.', () =>
    call(routes.purgeTrash, { body: { all: true } }),
  )

export const idsOf = (kind: http.TrashKind, ids: Iterable<string>): Deleted =>
  ({
    images: { image_ids: [...ids] },
    albums: { album_ids: [...ids] },
    tags: { tag_ids: [...ids] },
    shares: { share_ids: [...ids] },
  })[kind]
