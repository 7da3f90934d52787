import { type ArchivedObject, type FailedObject, MAX_COPIED_PER_CALL } from '@daymark/contracts'
import type { Accounts, Work } from '../archive/accounts.ts'

/** Small files per call; the call is repeated until all are done. */
const MISSES = 3
export type Moved = { done: string[]; failed: FailedObject[] }

/** Asks until each object is done or has failed. Throws what keeps all of them from it: the store is full or away. */
export async function moveObjects(
  accounts: Pick<Accounts, 'work'>,
  { objects, ...work }: Work,
  { ending, onDone }: { ending?: AbortSignal | undefined; onDone?: (sha256: string[]) => Promise<void> } = {},
): Promise<Moved> {
  const moved: Moved = { done: [], failed: [] }
  const left = new Map(objects.map(object => [object.sha256 + object.key, object]))
  let misses = 0
  while (left.size > 0) {
    ending?.throwIfAborted()
    const answer = await accounts.work({ ...work, objects: [...left.values()].slice(0, MAX_COPIED_PER_CALL) })
    settle(left, answer, moved)
    await onDone?.(answer.done)
    const away = answer.failed.find(({ reason }) => reason === 'full' || reason === 'away')
    misses = away ? misses + 1 : 0
    if (away && misses >= MISSES) throw new StoreTrouble(away.reason, work.what)
  }
  return moved
}

/** A restore identifies objects by key, because one content may be needed under several keys. */
function settle(left: Map<string, ArchivedObject>, answer: Moved, moved: Moved): void {
  const reasons = new Map(answer.failed.map(({ sha256, reason }) => [sha256, reason]))
  const done = new Set(answer.done)
  for (const [id, { sha256, key }] of left) {
    const reason = reasons.get(sha256)
    if (done.has(sha256) || done.has(key)) moved.done.push(sha256)
    else if (reason === 'missing' || reason === 'damaged') moved.failed.push({ sha256, reason })
    else continue
    left.delete(id)
  }
}

/** A sentence for the owner of the photos. A restore writes into the store for photos, everything else into that for backups. */
export class StoreTrouble extends Error {
  override name = 'StoreTrouble'
  constructor(reason: FailedObject['reason'], what: Work['what']) {
    const store = what === 'restore' ? 'photo' : 'backup'
    super(reason === 'full' ? `The ${store} store is full.` : 'The backup store cannot be reached.')
  }
}

export const groupsOf = (objects: ArchivedObject[], size = MAX_COPIED_PER_CALL): ArchivedObject[][] =>
  Array.from({ length: Math.ceil(objects.length / size) }, (_, n) => objects.slice(n * size, (n + 1) * size))
