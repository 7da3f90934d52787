import { type ArchivedObject, type FailedObject, MAX_COPIED_PER_CALL } from '@daymark/contracts'
import type { Accounts, Work } from '../archive/accounts.ts'

/** Consecutive calls that may fail because of the store. */
const MISSES = 3
export type Moved = { done: string[]; failed: FailedObject[] }

/** Repeats the call until each object is done or has failed. Throws if the store is full or unavailable. */
export async function moveObjects(
  accounts: Pick<Accounts, 'work'>,
  { objects, ...work }: Work,
  { ending, onDone }: { ending?: AbortSignal | undefined; onDone?: (sha256: string[]) => Promise<void> } = {},
): Promise<Moved> {
  const moved: Moved = { done: [], failed: [] }
  const pending = new Map(objects.map(object => [object.sha256 + object.key, object]))
  let misses = 0
  while (pending.size > 0) {
    ending?.throwIfAborted()
    const answer = await accounts.work({ ...work, objects: [...pending.values()].slice(0, MAX_COPIED_PER_CALL) })
    settle(pending, answer, moved)
    await onDone?.(answer.done)
    const storeFailure = answer.failed.find(({ reason }) => reason === 'full' || reason === 'away')
    misses = storeFailure ? misses + 1 : 0
    if (storeFailure && misses >= MISSES) throw new StoreUnavailable(storeFailure.reason, work.what)
  }
  return moved
}

/** A restore identifies objects by key, because one content may be needed under several keys. */
function settle(pending: Map<string, ArchivedObject>, answer: Moved, moved: Moved): void {
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

/** The message is shown to the user. A restore writes to the photo store, everything else to the backup store. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  constructor(reason: FailedObject['reason'], what: Work['what']) {
    const store = what === 'restore' ? 'photo' : 'backup'
    super(reason === 'full' ? `The ${store} store is full.` : 'The backup store cannot be reached.')
  }
}

export const groupsOf = (objects: ArchivedObject[], size = MAX_COPIED_PER_CALL): ArchivedObject[][] =>
  Array.from({ length: Math.ceil(objects.length / size) }, (_, n) => objects.slice(n * size, (n + 1) * size))
