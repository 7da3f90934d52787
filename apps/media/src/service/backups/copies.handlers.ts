import {
  type Actor,
  type ArchivedObject,
  backupObjects,
  errors,
  type FailedObject,
  type Input,
} from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { setTimeout } from 'node:timers/promises'
import { MediaLog } from '../log.ts'
import { type Copying, ObjectCopier } from './copy-object.ts'
import { CopyLeases, type CopyOutcome } from './copy-leases.ts'

type Waiting = { call: object; resolve: (hasSlot: boolean) => void }

/** Limits concurrent copies, in the order of requests. When a call ends, its copies that still wait are cancelled. */
export class CopySlots {
  private used = 0
  private waiting: Waiting[] = []
  constructor(private readonly limit: number) {}

  /** Returns false if the copy was cancelled before a slot was free. */
  async acquire(call: object): Promise<boolean> {
    if (this.used === this.limit) return new Promise(resolve => this.waiting.push({ call, resolve }))
    this.used += 1
    return true
  }

  release(): void {
    const next = this.waiting.shift()
    if (next) next.resolve(true)
    else this.used -= 1
  }

  cancelWaiting(call: object): void {
    const cancelled = this.waiting.filter(one => one.call === call)
    this.waiting = this.waiting.filter(one => one.call !== call)
    for (const { resolve } of cancelled) resolve(false)
  }
}

/** The number of concurrent copies per store: enough for a distant store without slowing down visitors. */
const CONCURRENCY = 4
/** The maximum duration of a call. The caller repeats the call for copies that take longer. */
const CALL_MS = 2000

type Answer = { done: string[]; failed: FailedObject[] }
/**
 * `outcome`: undefined while the copy runs, or if it never started. `leased`: resolves when the lease is stored, so that other replicas do
 * not copy the object.
 */
type Copy = { result: Promise<void>; begun: boolean; outcome?: CopyOutcome | undefined; leased?: Promise<void> }
type Requested = { id: string; object: ArchivedObject }
type OwnCopy = Requested & { copy: Copy }

/** Copies each requested object once over all replicas. A large copy continues while its caller repeats the call. */
@Injectable()
export class Copies {
  private readonly running = new Map<string, Copy>()
  /** Separate limits, so that a slow or unavailable store does not block the other. */
  private readonly slots = { backup: new CopySlots(CONCURRENCY), offsite: new CopySlots(CONCURRENCY) }
  constructor(
    private readonly copier: ObjectCopier,
    private readonly leases: CopyLeases,
    log: MediaLog,
  ) {
    copier.onFailure = (error, { what, target, userId }, { sha256 }) =>
      log.copyFailed(error, { what, target, userId, sha256 })
  }

  async work(job: Copying, objects: ArchivedObject[]): Promise<Answer> {
    const requested = [...new Map(objects.map(object => [idOf(job, object), object]))].map(([id, object]) => ({
      ...{ id, object },
    }))
    const others = await this.leases.find(requested.map(({ id }) => id).filter(id => !this.running.has(id)))
    const call = {}
    const own = requested
      .filter(({ id }) => !others.has(id))
      .map(one => ({ ...one, copy: this.running.get(one.id) ?? this.start(one, job, call) }))
    const ofOthers = requested.map(one => ({ ...one, outcome: others.get(one.id) ?? undefined }))
    const isNothingToDo = own.length === 0 && ofOthers.every(({ outcome }) => !outcome)
    await waitForCopies(isNothingToDo ? undefined : own.map(({ copy }) => copy.result))
    this.slots[job.target].cancelWaiting(call)
    await this.leaseRunning(job, own)
    return answerOf(job, [...ofOthers, ...(await this.collect(own))])
  }

  private collect(own: OwnCopy[]): Promise<(Requested & { outcome: CopyOutcome | undefined })[]> {
    return Promise.all(
      own.map(async ({ id, object, copy: { outcome, leased } }) => {
        if (outcome && leased) await this.leases.release(id)
        return { id, object, outcome }
      }),
    )
  }

  /** Takes leases for copies that outlast this call. */
  private async leaseRunning({ userId }: Copying, own: OwnCopy[]): Promise<void> {
    const late = own.filter(({ copy }) => copy.begun && !copy.outcome && !copy.leased)
    const leased = this.leases.take(
      userId,
      late.map(({ id }) => id),
    )
    for (const { copy } of late) copy.leased = leased
    await leased
  }

  private start({ id, object }: Requested, job: Copying, call: object): Copy {
    const copy: Copy = { result: Promise.resolve(), begun: false }
    this.running.set(id, copy)
    copy.result = this.copyInSlot(copy, { job, object, call }).then(() => void this.running.delete(id))
    void copy.result.then(async () => {
      const { outcome, leased } = copy
      if (outcome) await leased?.then(() => this.leases.end(id, outcome)).catch(() => undefined)
    })
    return copy
  }

  private async copyInSlot(
    copy: Copy,
    { job, object, call }: { job: Copying; object: ArchivedObject; call: object },
  ): Promise<void> {
    const slots = this.slots[job.target]
    if (!(await slots.acquire(call))) return
    copy.begun = true
    copy.outcome = (await this.copier.run(job, object)) ?? 'done'
    slots.release()
  }
}

/** Waits for the copies, at most CALL_MS. `results` is undefined if other replicas copy all requested objects; then waits CALL_MS. */
async function waitForCopies(results: Promise<void>[] | undefined): Promise<void> {
  const done = new AbortController()
  const timeout = setTimeout(CALL_MS, undefined, { signal: done.signal }).catch(() => undefined)
  await (results ? Promise.race([Promise.all(results), timeout]) : timeout)
  done.abort()
}

function answerOf({ what }: Copying, copies: { object: ArchivedObject; outcome: CopyOutcome | undefined }[]): Answer {
  const answer: Answer = { done: [], failed: [] }
  for (const { object, outcome } of copies)
    if (outcome === 'done') answer.done.push(what === 'restore' ? object.key : object.sha256)
    else if (outcome) answer.failed.push({ sha256: object.sha256, reason: outcome })
  return answer
}

const idOf = ({ what, target, userId }: Copying, { key, sha256 }: ArchivedObject): string =>
  [what, target, userId, sha256, what === 'restore' ? key : ''].join(' ')

@Handles(backupObjects.process)
export class ProcessBackupObjects implements Handler<typeof backupObjects.process> {
  private readonly copies: Copies
  constructor(of: Copies) {
    this.copies = of
  }

  async handle({ objects, ...job }: Input<typeof backupObjects.process>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    return this.copies.work(job, objects)
  }
}
