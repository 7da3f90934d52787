import { LIBRARY_FETCH_LIMIT, PHOTOS_PAGE_SIZE } from '@daymark/contracts'
import { api } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

/**
 * Deletes photos from what the address names: the library or an album. One request each, as the specification has it; more than
 * a page of them in one request per thousand, which does all or none. Answers the ids that are still there.
 */
export async function deleteEach(address: string, ids: readonly string[]): Promise<Set<string>> {
  const failed = new Set<string>()
  const run = (concerned: readonly string[], request: () => Promise<unknown>) =>
    request().catch((reason: unknown) => {
      logFailure(`DELETE ${address} failed`, reason)
      concerned.forEach(id => failed.add(id))
    })
  if (ids.length <= PHOTOS_PAGE_SIZE)
    for (const id of ids) await run([id], () => api('DELETE', `${address}/${encodeURIComponent(id)}`))
  else
    for (let at = 0; at < ids.length; at += LIBRARY_FETCH_LIMIT) {
      const image_ids = ids.slice(at, at + LIBRARY_FETCH_LIMIT)
      await run(image_ids, () => api('DELETE', address, { body: { image_ids } }))
    }
  return failed
}
