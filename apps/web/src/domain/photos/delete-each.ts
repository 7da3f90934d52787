import { LIBRARY_FETCH_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { logFailure } from '../../lib/log.ts'

/** How photos are deleted from where they are: one alone, or many of which all or none go. */
export type Deletion = { one: (id: string) => Promise<unknown>; many: (image_ids: string[]) => Promise<unknown> }

/**
 * One request each, as the specification has it; more than a page of them in one request per thousand, which does all or none.
 * Answers the ids that are still there.
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
