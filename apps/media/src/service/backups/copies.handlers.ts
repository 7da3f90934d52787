import { type ArchivedObject, backupObjects, type FailedObject, type Input } from '@daymark/contracts'
import { Handles, Logger, RpcHandlers } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { setTimeout } from 'node:timers/promises'
import { type CopyTask, ObjectCopier } from './copy-object.ts'
import { CopyLeases, type CopyOutcome } from './copy-leases.ts'

/** A copy that waits for a slot. `call` identifies the RPC call that requested the copy. */
type WaitingCopy = { call: object; resolve: (hasSlot: boolean) => void }

/** Limits concurrent copies and starts waiting ones in the order of their requests. When a call ends, its waiting copies are canceled. */
export class CopySlots {
  private usedSlots = 0
  private waiting: WaitingCopy[] = []
  constructor(private readonly limit: number) {}

  /**
   * Waits for a free slot. Resolves with true when the caller has a slot, and with false if `cancelWaiting` was called for this call
   * before.
   */
  async acquire(call: object): Promise<boolean> {
    if (this.usedSlots === this.limit) return new Promise(resolve => this.waiting.push({ call, resolve }))
    this.usedSlots += 1
    return true
  }

  release(): void {
    const next = this.waiting.shift()
    if (next) next.resolve(true)
    else this.usedSlots -= 1
  }

  cancelWaiting(call: object): void {
    const canceled = this.waiting.filter(one => one.call === call)
    this.waiting = this.waiting.filter(one => one.call !== call)
    for (const { resolve } of canceled) resolve(false)
  }
}

/** Limit of concurrent copies. It is enough to use the bandwidth to a remote store without slowing down requests of visitors. */
const MAX_COPIES_PER_STORE = 4
/** Maximum duration of one call. The caller repeats the call until all copies have finished. */
const MAX_CALL_MS = 2000

type CopyResults = { done: string[]; failed: FailedObject[] }
/**
 * A copy in this process. `outcome` is undefined while the copy runs or waits. `leaseStored` resolves when the lease is stored, which
 * prevents other replicas from copying the same object.
 */
type RunningCopy = {
  result: Promise<void>
  hasStarted: boolean
  outcome?: CopyOutcome | undefined
  leaseStored?: Promise<void>
}
type RequestedCopy = { id: string; object: ArchivedObject }
type LocalCopy = RequestedCopy & { copy: RunningCopy }

/** Copies objects for backups, each object in only one replica. The copy of a large object continues between the calls that request it. */
@Injectable()
export class BackupCopies {
  private readonly running = new Map<string, RunningCopy>()
  /** One limit per store, so that a slow or unavailable store does not block the other one. */
  private readonly slots = { backup: new CopySlots(MAX_COPIES_PER_STORE), offsite: new CopySlots(MAX_COPIES_PER_STORE) }
  constructor(
    private readonly copier: ObjectCopier,
    private readonly leases: CopyLeases,
    log: Logger,
  ) {
    copier.onFailure = (error, { what, target, userId }, { sha256 }) =>
      log.warn({ event: 'media.copy-failed', what, target, userId, sha256, err: error })
  }

  /** Processes all objects, and returns the results of those that have finished when the call ends. */
  async copyAll(task: CopyTask, objects: ArchivedObject[]): Promise<CopyResults> {
    const requested = [...new Map(objects.map(object => [copyIdOf(task, object), object]))].map(([id, object]) => ({
      id,
      object,
    }))
    const outcomesInOtherReplicas = await this.leases.find(
      requested.map(({ id }) => id).filter(id => !this.running.has(id)),
    )
    const call = {}
    const localCopies = requested
      .filter(({ id }) => !outcomesInOtherReplicas.has(id))
      .map(one => ({ ...one, copy: this.running.get(one.id) ?? this.startCopy(one, task, call) }))
    const remoteCopies = requested.map(one => ({ ...one, outcome: outcomesInOtherReplicas.get(one.id) ?? undefined }))
    const areAllRemote = localCopies.length === 0 && remoteCopies.every(({ outcome }) => !outcome)
    await waitForCopies(areAllRemote ? undefined : localCopies.map(({ copy }) => copy.result))
    this.slots[task.target].cancelWaiting(call)
    await this.leaseRunning(task, localCopies)
    return toCopyResults(task, [...remoteCopies, ...(await this.collectOutcomes(localCopies))])
  }

  private collectOutcomes(localCopies: LocalCopy[]): Promise<(RequestedCopy & { outcome: CopyOutcome | undefined })[]> {
    return Promise.all(
      localCopies.map(async ({ id, object, copy: { outcome, leaseStored } }) => {
        if (outcome && leaseStored) await this.leases.release(id)
        return { id, object, outcome }
      }),
    )
  }

  /** Acquires leases for the copies that continue after this call. */
  private async leaseRunning({ userId }: CopyTask, localCopies: LocalCopy[]): Promise<void> {
    const unfinishedCopies = localCopies.filter(({ copy }) => copy.hasStarted && !copy.outcome && !copy.leaseStored)
    const leaseStored = this.leases.acquire(
      userId,
      unfinishedCopies.map(({ id }) => id),
    )
    for (const { copy } of unfinishedCopies) copy.leaseStored = leaseStored
    await leaseStored
  }

  private startCopy({ id, object }: RequestedCopy, task: CopyTask, call: object): RunningCopy {
    const copy: RunningCopy = { result: Promise.resolve(), hasStarted: false }
    this.running.set(id, copy)
    copy.result = this.copyInSlot(copy, { task, object, call }).then(() => void this.running.delete(id))
    void copy.result.then(async () => {
      const { outcome, leaseStored } = copy
      if (outcome) await leaseStored?.then(() => this.leases.saveOutcome(id, outcome)).catch(() => undefined)
    })
    return copy
  }

  private async copyInSlot(
    copy: RunningCopy,
    { task, object, call }: { task: CopyTask; object: ArchivedObject; call: object },
  ): Promise<void> {
    const slots = this.slots[task.target]
    if (!(await slots.acquire(call))) return
    copy.hasStarted = true
    copy.outcome = (await this.copier.run(task, object)) ?? 'done'
    slots.release()
  }
}

/**
 * Waits until all copies have finished, at most MAX_CALL_MS. `results` is undefined if other replicas run all copies; then always waits for
 * MAX_CALL_MS.
 */
async function waitForCopies(results: Promise<void>[] | undefined): Promise<void> {
  const abortController = new AbortController()
  const timeout = setTimeout(MAX_CALL_MS, undefined, { signal: abortController.signal }).catch(() => undefined)
  await (results ? Promise.race([Promise.all(results), timeout]) : timeout)
  abortController.abort()
}

function toCopyResults(
  { what }: CopyTask,
  copies: { object: ArchivedObject; outcome: CopyOutcome | undefined }[],
): CopyResults {
  const results: CopyResults = { done: [], failed: [] }
  for (const { object, outcome } of copies)
    if (outcome === 'done') results.done.push(what === 'restore' ? object.key : object.sha256)
    else if (outcome) results.failed.push({ sha256: object.sha256, reason: outcome })
  return results
}

const copyIdOf = ({ what, target, userId }: CopyTask, { key, sha256 }: ArchivedObject): string =>
  [what, target, userId, sha256, what === 'restore' ? key : ''].join(' ')

@RpcHandlers()
export class ProcessBackupObjects {
  constructor(private readonly copies: BackupCopies) {}

  @Handles(backupObjects.process)
  async processBackupObjects({ objects, ...task }: Input<typeof backupObjects.process>) {
    return this.copies.copyAll(task, objects)
  }
}
