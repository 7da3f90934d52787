import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { failureOf } from '../../lib/outcome.ts'
import { showError, showUndo } from '../../ui/overlay/overlay-store.ts'
import { invalidateAll, queryClient } from '../cache/cache.ts'

/** The ids of deleted items by kind, as in the body of POST /api/trash/restore. */
export type DeletedItems = { image_ids?: string[]; album_ids?: string[]; tag_ids?: string[]; share_ids?: string[] }

export const TRASH_KEY = 'trash'
const refetchTrash = () => queryClient.invalidateQueries({ queryKey: [TRASH_KEY] })

/** The maximum number of items of each kind that the server accepts in one call. */
const MAX_ITEMS_PER_CALL = { image_ids: 5000, album_ids: 200, tag_ids: 200, share_ids: 200 } as const
const ITEM_KINDS = Object.keys(MAX_ITEMS_PER_CALL) as (keyof typeof MAX_ITEMS_PER_CALL)[]

/** Splits items into the bodies of calls within the limits, photos first, because albums and links refer to them. */
function splitIntoCalls(deleted: DeletedItems): DeletedItems[] {
  return ITEM_KINDS.flatMap(kind => {
    const ids = deleted[kind] ?? []
    const count = Math.ceil(ids.length / MAX_ITEMS_PER_CALL[kind])
    return Array.from({ length: count }, (_, n) => ({
      [kind]: ids.slice(n * MAX_ITEMS_PER_CALL[kind], (n + 1) * MAX_ITEMS_PER_CALL[kind]),
    }))
  })
}

/** Runs a change of the trash and refetches it. Returns null on success, or the message of the failure. */
async function changeTrash(
  logMessage: string,
  fallback: string,
  request: () => Promise<unknown>,
): Promise<string | null> {
  const failure = await failureOf(request(), { logMessage, fallback })
  void refetchTrash()
  return failure
}

export const restoreItems = (deleted: DeletedItems) =>
  changeTrash('Restoring failed', 'Some items could not be restored. Please try again.', async () => {
    try {
      for (const body of splitIntoCalls(deleted)) await call(routes.restoreTrash, { body })
    } finally {
      // All cached data is refetched, because restored items appear in lists, albums, tags and galleries.
      void invalidateAll()
    }
  })

const DELETION_TEXTS = [
  ['image_ids', 'Photo deleted', 'photos deleted'],
  ['album_ids', 'Album deleted', 'albums deleted'],
  ['tag_ids', 'Tag deleted', 'tags deleted'],
  ['share_ids', 'Link deleted', 'links deleted'],
] as const

export function showDeletionToast(deleted: DeletedItems): void {
  const undo = () => void restoreItems(deleted).then(failure => failure !== null && showError(failure))
  for (const [kind, singular, pluralNoun] of DELETION_TEXTS) {
    const count = deleted[kind]?.length ?? 0
    if (count > 0) return showUndo(count === 1 ? singular : `${count} ${pluralNoun}`, undo)
  }
}

export const deletePermanently = (deleted: DeletedItems) =>
  changeTrash('Deleting permanently failed', 'Some items could not be deleted. Please try again.', async () => {
    for (const body of splitIntoCalls(deleted)) await call(routes.purgeTrash, { body })
  })

export const emptyTrash = () =>
  changeTrash('Emptying the trash failed', 'The trash could not be emptied. Please try again.', () =>
    call(routes.purgeTrash, { body: { all: true } }),
  )

export const toDeletedItems = (kind: http.TrashKind, ids: Iterable<string>): DeletedItems =>
  ({
    images: { image_ids: [...ids] },
    albums: { album_ids: [...ids] },
    tags: { tag_ids: [...ids] },
    shares: { share_ids: [...ids] },
  })[kind]
