import { type ArchivedObject, type FailedObject, MAX_BACKUP_OBJECTS_PER_CALL } from '@daymark/contracts'
import type { ArchiveClient, ObjectTask } from '../archive/archive-client.ts'

/** Number of consecutive calls that fail because of the store, after which the task is aborted. */
const MAX_CONSECUTIVE_FAILURES = 3
type ObjectResults = { done: string[]; failed: FailedObject[] }

/** Repeats the call until each object has been processed or has failed. Throws if the store is full or unavailable. */
export async function processAllObjects(
  accounts: Pick<ArchiveClient, 'processObjects'>,
  { objects, ...task }: ObjectTask,
  { signal, onDone }: { signal?: AbortSignal | undefined; onDone?: (sha256: string[]) => Promise<void> } = {},
): Promise<ObjectResults> {
  const results: ObjectResults = { done: [], failed: [] }
  const pending = new Map(objects.map(object => [object.sha256 + object.key, object]))
  let consecutiveFailures = 0
  while (pending.size > 0) {
    signal?.throwIfAborted()
    const response = await accounts.processObjects({
      ...task,
      objects: [...pending.values()].slice(0, MAX_BACKUP_OBJECTS_PER_CALL),
    })
    recordResults(pending, response, results)
    await onDone?.(response.done)
    const storeFailure = response.failed.find(({ reason }) => reason === 'full' || reason === 'away')
    consecutiveFailures = storeFailure ? consecutiveFailures + 1 : 0
    if (storeFailure && consecutiveFailures >= MAX_CONSECUTIVE_FAILURES)
      throw new StoreUnavailable(storeFailure.reason, task.what)
  }
  return results
}

/**
 * Records which objects were processed or failed. A restore reports objects by key instead of hash, because several keys can have the same
 * content.
 */
function recordResults(pending: Map<string, ArchivedObject>, response: ObjectResults, results: ObjectResults): void {
  const reasons = new Map(response.failed.map(({ sha256, reason }) => [sha256, reason]))
  const done = new Set(response.done)
  for (const [id, { sha256, key }] of pending) {
    const reason = reasons.get(sha256)
    if (done.has(sha256) || done.has(key)) results.done.push(sha256)
    else if (reason === 'missing' || reason === 'damaged') results.failed.push({ sha256, reason })
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
  constructor(reason: FailedObject['reason'], taskKind: ObjectTask['what']) {
    const store = taskKind === 'restore' ? 'photo' : 'backup'
    super(reason === 'full' ? `The ${store} store is full.` : 'The backup store cannot be reached.')
  }
}

export const splitIntoGroups = (objects: ArchivedObject[], size = MAX_BACKUP_OBJECTS_PER_CALL): ArchivedObject[][] =>
  Array.from({ length: Math.ceil(objects.length / size) }, (_, n) => objects.slice(n * size, (n + 1) * size))
