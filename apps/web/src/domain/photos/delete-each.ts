import { LIBRARY_FETCH_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { logFailure } from '../../lib/log.ts'

/** How photos are deleted in a given context: one alone, or many of which all or none are deleted. */
export type Deletion = { one: (id: string) => Promise<unknown>; many: (image_ids: string[]) => Promise<unknown> }

/**
 * One request per photo, as specified; above the size of a page, one request per thousand that deletes all or none. Returns
 * the ids that still exist.
 */
export async function deleteEach({ one, many }: Deletion, ids: readonly string[]): Promise<Set<string>> {
  const failed = new Set<string>()
  const run = (concerned: readonly string[], request: () => Promise<unknown>) =>
    request().catch((reason: unknown) => {
      logFailure('Delete failed', reason)
      concerned.forEach(id => failed.add(id))
    })
  if (ids.length <= PHOTOS_PAGE_SIZE) for (const id of ids) await run([id], () => one(id))
  else
    for (let at = 0; at < ids.length; at += LIBRARY_FETCH_LIMIT) {
      const image_ids = ids.slice(at, at + LIBRARY_FETCH_LIMIT)
      await run(image_ids, () => many(image_ids))
    }
  return failed
}
