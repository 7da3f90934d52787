import { type ArchivedObject, type FailedObject, MAX_COPIED_PER_CALL } from '@daymark/contracts'
import type { ArchiveClient, ObjectTask } from '../archive/archive-client.ts'

/** After this number of consecutive calls that fail because of the store, the task is aborted. */
const MAX_CONSECUTIVE_FAILURES = 3
export type ObjectResults = { done: string[]; failed: FailedObject[] }

/** Repeats the call until each object has been processed or has failed. Throws if the store is full or unavailable. */
export async function processAllObjects(
  accounts: Pick<ArchiveClient, 'processObjects'>,
  { objects, ...work }: ObjectTask,
  { ending, onDone }: { ending?: AbortSignal | undefined; onDone?: (sha256: string[]) => Promise<void> } = {},
): Promise<ObjectResults> {
  const results: ObjectResults = { done: [], failed: [] }
  const pending = new Map(objects.map(object => [object.sha256 + object.key, object]))
  let failures = 0
  while (pending.size > 0) {
    ending?.throwIfAborted()
    const answer = await accounts.processObjects({
      ...work,
      objects: [...pending.values()].slice(0, MAX_COPIED_PER_CALL),
    })
    recordResults(pending, answer, results)
    await onDone?.(answer.done)
    const storeFailure = answer.failed.find(({ reason }) => reason === 'full' || reason === 'away')
    failures = storeFailure ? failures + 1 : 0
    if (storeFailure && failures >= MAX_CONSECUTIVE_FAILURES) throw new StoreUnavailable(storeFailure.reason, work.what)
  }
  return results
}

/**
 * Records which objects were processed or failed. A restore reports objects by key instead of hash, because several keys can have the same
 * content.
 */
function recordResults(pending: Map<string, ArchivedObject>, answer: ObjectResults, moved: ObjectResults): void {
  const reasons = new Map(answer.failed.map(({ sha256, reason }) => [sha256, reason]))
  const done = new Set(answer.done)
  for (const [id, { sha256, key }] of pending) {
    const reason = reasons.get(sha256)
    if (done.has(sha256) || done.has(key)) moved.done.push(sha256)
    else if (reason === 'missing' || reason === 'damaged') moved.failed.push({ sha256, reason })
    else continue
    pending.delete(id)
  }
}

/**
 * Thrown if a store is unavailable or full. Users see the message. A restore writes to the photo store, all other tasks write to the backup
 * store.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  constructor(reason: FailedObject['reason'], what: ObjectTask['what']) {
    const store = what === 'restore' ? 'photo' : 'backup'
    super(reason === 'full' ? `The ${store} store is full.` : 'The backup store cannot be reached.')
  }
}

export const splitIntoGroups = (objects: ArchivedObject[], size = MAX_COPIED_PER_CALL): ArchivedObject[][] =>
  Array.from({ length: Math.ceil(objects.length / size) }, (_, n) => objects.slice(n * size, (n + 1) * size))
