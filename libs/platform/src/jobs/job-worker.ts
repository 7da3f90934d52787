import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import { type Clock, isFinishedWithin, isFulfilled } from '../async/time.ts'
import type { Tx } from '../db/tx.ts'
import { isTransient } from '../db/unavailable.ts'
import { type Class, RUNS_METADATA } from '../service/decorators.ts'
import { context } from '../telemetry/context.ts'
import type { Logger } from '../telemetry/logger.ts'
import { metrics, singleFlight, SLOW_BUCKETS } from '../telemetry/metrics.ts'
import { redactMessage } from '../telemetry/safe-error.ts'
import { runInSpan, SpanKind } from '../telemetry/tracing.ts'
import {
  type ClaimedJob,
  MAX_GROUPS_PER_QUERY,
  type JobLimits,
  type JobQueue,
  type JobType,
  LEASE_MS,
  LeaseLost,
} from './job-queue.ts'
import { type JobGroup, shareSlots } from './share-slots.ts'

/**
 * Interval of queries while jobs wait. A query finds jobs that have become due and jobs that other processes have enqueued; all other
 * changes wake the worker.
 */
const POLL_MS = 1000
/** Interval of queries while the queue is empty and no other process enqueues jobs. */
const IDLE_POLL_MS = 30_000
/** Delay of the claim after a slot becomes free, so that one claim fills all slots that become free within this time. */
const CLAIM_DELAY_MS = 4
const DEFAULT_CONCURRENCY = 8
/** Consecutive failures caused by a dependency after which the worker pauses. They do not count towards the limit of attempts. */
const FAILURES_BEFORE_PAUSE = 3
/**
 * Factor by which the limit of attempts is multiplied for attempts that end in a crash, because a crash interrupts all jobs of a process,
 * although most of these jobs did not cause it.
 */
const CRASH_FACTOR = 4
/**
 * Limit for all running jobs of a kind, as a multiple of its concurrency. It includes jobs that have released their slot and only store
 * their result.
 */
const MAX_RUNNING_FACTOR = 4
/** Time that running jobs have to finish at shutdown before their signal is aborted. */
const SHUTDOWN_GRACE_MS = 1000

const jobDuration = metrics.histogram(
  'daymark.job.duration',
  'Time of one attempt of a job, by kind and outcome',
  SLOW_BUCKETS,
)

export type JobHandler = JobLimits & {
  kind: string
  run(lease: Lease): Promise<void>
  /** Called before the job becomes a dead letter. */
  onDeadLetter?(job: ClaimedJob, reason: string): Promise<void>
}
type JobWorkerOptions = {
  /** Whether other processes enqueue jobs of this service. */
  isShared: boolean
  /** Number of counted attempts after which a job becomes a dead letter. */
  attempts: number
  backoff: { firstDelayMs: number; maxDelayMs: number }
  /** Rejects while a dependency of the service is unavailable; failures at such a time do not count. */
  ready: () => Promise<void>
}

/**
 * One attempt of a job. The runner ends the job by `complete`, or schedules it again by `postpone`. A runner that resolves without calling
 * either completes the job; a runner that rejects causes a retry.
 */
export class Lease {
  isEnded = false
  constructor(
    public readonly job: ClaimedJob,
    /** Aborted when another process has taken over the job, or this process shuts down. */
    public readonly signal: AbortSignal,
    private readonly queue: JobQueue,
    /** Frees the slot for another job. Call it when only the result remains to be stored. */
    public readonly releaseSlot: () => void,
  ) {}

  /** Commits effects and the end of the job in one transaction. */
  async complete<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await this.queue.complete(this.job, work)
    this.isEnded = true
    return result
  }
  /** Marks the job as ended. For a job that was removed together with others (`JobQueue.remove`). */
  markEnded(): void {
    this.isEnded = true
  }
  /** Commits effects in one transaction; the job runs again at `until`. `error`: the reason for the repetition, without personal data. */
  async postpone(until: Date, work: (tx: Tx) => Promise<unknown>, error?: string): Promise<void> {
    await this.queue.postpone(this.job, until, work, error)
    this.isEnded = true
  }
}

type KindState = { handler: JobHandler; lastAccount: string; failures: number; pausedUntil: number }
type RunningJob = { job: ClaimedJob; abortController: AbortController; done: Promise<void>; hasSlot: boolean }

/** Runs the jobs of one service in this process: claims them fairly, renews leases, retries, and creates dead letters. */
export class JobWorker {
  private readonly kinds = new Map<string, KindState>()
  private readonly running = new Map<string, RunningJob>()
  private readonly shutdown = new AbortController()
  private interruptSleep: () => void = () => {}
  /** Time of the last query. If now is earlier, the clock was ahead. Infinity: the first query corrects jobs of earlier processes. */
  private lastQueryAt = Infinity
  /** Whether the queue may have changed since the last query. */
  private mustQuery = true
  private isIdle = false
  private claimTimer: NodeJS.Timeout | undefined
  private renewTimer: NodeJS.Timeout | undefined
  private loop: Promise<void> = Promise.resolve()

  constructor(
    private readonly queue: JobQueue,
    private readonly options: JobWorkerOptions,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  add(handler: JobHandler): void {
    this.kinds.set(handler.kind, { handler, lastAccount: '', failures: 0, pausedUntil: 0 })
  }

  start(service: string): void {
    if (!this.kinds.size) return
    this.registerMetrics(service)
    this.queue.wakeOnEnqueue(() => this.wake())
    this.renewTimer = setInterval(() => void this.renewOwnLeases().catch(() => {}), LEASE_MS / 3)
    this.loop = this.run()
  }

  /** Waits up to `timeoutMs` for running jobs to finish, and releases the others. */
  async stop(timeoutMs: number): Promise<void> {
    this.shutdown.abort()
    this.wake()
    await this.loop
    const allJobs = Promise.all([...this.running.values()].map(({ done }) => done))
    if (!(await isFinishedWithin(allJobs, Math.min(SHUTDOWN_GRACE_MS, timeoutMs)))) {
      for (const { abortController } of this.running.values()) abortController.abort()
      await isFinishedWithin(allJobs, Math.max(0, timeoutMs - SHUTDOWN_GRACE_MS))
    }
    clearInterval(this.renewTimer)
    if (this.kinds.size) await this.queue.releaseAll().catch(() => {})
  }

  /** Queries the job queue immediately. */
  wake(): void {
    clearTimeout(this.claimTimer)
    this.claimTimer = undefined
    this.mustQuery = true
    this.interruptSleep()
  }

  private async run(): Promise<void> {
    while (!this.shutdown.signal.aborted) {
      this.mustQuery = false
      this.isIdle = false
      await this.claimJobs().catch(error => this.log.warn({ err: error, event: 'jobs.claim-failed' }))
      if (!this.mustQuery && !this.shutdown.signal.aborted) await this.sleep()
    }
  }
  private sleep(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, this.isIdle ? IDLE_POLL_MS : POLL_MS)
      this.interruptSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Claims jobs of the next accounts for the free slots of each kind. */
  private async claimJobs(): Promise<void> {
    const now = +this.clock.now()
    if (now < this.lastQueryAt - LEASE_MS) await this.queue.correctTimes()
    this.lastQueryAt = now
    const kindsWithFreeSlot = [...this.kinds.values()].filter(kind => this.countFreeSlots(kind) > 0)
    if (!kindsWithFreeSlot.length) return
    const groupsByKind = await this.queue.findGroups(
      new Map(kindsWithFreeSlot.map(({ handler, lastAccount }) => [handler.kind, lastAccount])),
    )
    this.isIdle = !this.options.isShared && kindsWithFreeSlot.length === this.kinds.size && groupsByKind.size === 0
    const shares = kindsWithFreeSlot.flatMap(kind =>
      this.shareFreeSlots(kind, groupsByKind.get(kind.handler.kind) ?? []),
    )
    if (!shares.length) return
    for (const job of await this.queue.claim(shares, [...this.running.keys()])) this.startJob(job)
  }

  private shareFreeSlots(kind: KindState, jobGroups: JobGroup[]) {
    const { kind: name, perAccount = this.concurrencyOf(kind) - 1, perGroup = Infinity } = kind.handler
    const jobsWithSlot = this.runningJobsOf(kind).filter(({ hasSlot }) => hasSlot)
    const { shares, stoppedAt } = shareSlots(jobGroups, {
      total: this.countFreeSlots(kind),
      ofAccount: account => Math.max(1, perAccount) - jobsWithSlot.filter(({ job }) => job.account === account).length,
      ofGroup: group => perGroup - jobsWithSlot.filter(({ job }) => job.group === group).length,
    })
    const isLastPage = jobGroups.length < MAX_GROUPS_PER_QUERY
    // Accounts before the start of this round, or after the last account found, have not been visited.
    if (!stoppedAt && (!isLastPage || kind.lastAccount)) this.mustQuery = true
    kind.lastAccount = stoppedAt ?? (isLastPage ? '' : (jobGroups.at(-1)?.account ?? ''))
    return shares.map(share => ({ ...share, kind: name }))
  }

  private concurrencyOf = ({ handler }: KindState): number => handler.concurrency ?? DEFAULT_CONCURRENCY

  /**
   * Number of jobs of this kind that can start now. While a dependency is unavailable, it is at most one, because one job at a time probes
   * the dependency.
   */
  private countFreeSlots(kind: KindState): number {
    const runningJobs = this.runningJobsOf(kind)
    const concurrency = this.concurrencyOf(kind)
    if (kind.failures >= FAILURES_BEFORE_PAUSE)
      return runningJobs.length === 0 && +this.clock.monotonicNow() >= kind.pausedUntil ? 1 : 0
    if (runningJobs.length >= MAX_RUNNING_FACTOR * concurrency) return 0
    return concurrency - runningJobs.filter(({ hasSlot }) => hasSlot).length
  }
  private runningJobsOf = (kind: KindState): RunningJob[] =>
    [...this.running.values()].filter(({ job }) => job.kind === kind.handler.kind)

  private startJob(job: ClaimedJob): void {
    const kind = this.kinds.get(job.kind)
    if (!kind) return
    const abortController = new AbortController()
    const runningJob: RunningJob = { job, abortController, done: Promise.resolve(), hasSlot: true }
    this.running.set(job.id, runningJob)
    const releaseSlot = () => {
      runningJob.hasSlot = false
      this.claimTimer ??= setTimeout(() => this.wake(), CLAIM_DELAY_MS)
    }
    const lease = new Lease(job, abortController.signal, this.queue, releaseSlot)
    runningJob.done = this.runAttempt(kind, lease).then(() => {
      this.running.delete(job.id)
      releaseSlot()
    })
  }

  private async runAttempt(kind: KindState, lease: Lease): Promise<void> {
    const { handler } = kind
    const { job } = lease
    const startedAtMs = performance.now()
    const recordDuration = (outcome: string) =>
      jobDuration.record((performance.now() - startedAtMs) / 1000, { kind: handler.kind, outcome })
    try {
      if (job.attempts - job.uncountedAttempts > this.options.attempts * CRASH_FACTOR)
        return await this.giveUp(handler, job, new Error('The process ended each time this was handled.'))
      const { type, traceparent } = job.payload
      const name = type === handler.kind ? type : `${type} ${handler.kind}`
      await runInSpan(name, { kind: SpanKind.CONSUMER, traceparent }, () => context.run({}, () => handler.run(lease)))
      if (!lease.isEnded) await lease.complete(async () => {})
      this.resetFailures(kind)
      recordDuration('done')
    } catch (error) {
      if (error instanceof LeaseLost) return
      recordDuration('failed')
      await this.handleFailure(kind, job, error)
    }
  }

  private async handleFailure(kind: KindState, job: ClaimedJob, error: unknown): Promise<void> {
    const { handler } = kind
    const isUncounted = isTransient(error) || !(await isFulfilled(this.options.ready()))
    const attempts = job.attempts - job.uncountedAttempts
    if (isUncounted) this.pause(kind, error)
    else {
      this.resetFailures(kind)
      this.log.warn({ err: error, event: 'job.failed', kind: handler.kind, id: job.key, attempts })
      if (attempts >= this.options.attempts && (await isFulfilled(this.giveUp(handler, job, error)))) return
    }
    const waitMs = this.computeBackoffMs(
      isUncounted ? Math.max(job.uncountedAttempts + 1, kind.failures - FAILURES_BEFORE_PAUSE) : attempts,
    )
    const retryAt = new Date(+this.clock.now() + waitMs)
    await this.retryWrite(() => this.queue.retry(job, retryAt, error, isUncounted))
    this.clock.after(waitMs, () => this.wake())
  }

  private async giveUp(handler: JobHandler, job: ClaimedJob, error: unknown): Promise<void> {
    const reason = redactMessage(error)
    await handler.onDeadLetter?.(job, reason)
    await this.queue.storeDeadLetter(job, error)
    this.log.error({ event: 'job.gave-up', kind: handler.kind, id: job.key, reason })
  }

  /** Retries a write until the database is available, because the attempt would count if the write were lost. */
  private async retryWrite(write: () => Promise<void>): Promise<void> {
    while (!this.shutdown.signal.aborted) {
      try {
        return await write()
      } catch (error) {
        this.log.warn({ err: error, event: 'jobs.write-failed' })
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
      }
    }
  }

  private resetFailures(kind: KindState): void {
    if (kind.failures >= FAILURES_BEFORE_PAUSE) this.log.warn({ event: 'jobs.resumed', kind: kind.handler.kind })
    kind.failures = 0
  }
  private pause(kind: KindState, error: unknown): void {
    if (kind.failures++ < FAILURES_BEFORE_PAUSE)
      this.log.warn({ err: error, event: 'job.paused', kind: kind.handler.kind })
    if (kind.failures < FAILURES_BEFORE_PAUSE) return
    const waitMs = this.computeBackoffMs(kind.failures - FAILURES_BEFORE_PAUSE + 1)
    kind.pausedUntil = +this.clock.monotonicNow() + waitMs
    this.clock.after(waitMs, () => this.wake())
  }
  /** Delay before the next attempt in ms. It doubles with each failure, with jitter. */
  private computeBackoffMs(failures: number): number {
    const { firstDelayMs, maxDelayMs } = this.options.backoff
    return Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.5 + Math.random() / 2)
  }

  private async renewOwnLeases(): Promise<void> {
    if (!this.running.size) return
    const ids = [...this.running.keys()]
    const renewedIds = await this.queue.renewLeases(ids)
    for (const id of ids) if (!renewedIds.has(id)) this.running.get(id)?.abortController.abort()
  }

  private registerMetrics(service: string): void {
    const readQueueDepth = singleFlight(() => this.queue.readDepth())
    const kinds = [...this.kinds.keys()]
    const readDepths = async (select: (depth: { waiting: number; ageSeconds: number } | undefined) => number) => {
      const depths = new Map((await readQueueDepth()).map(row => [row.kind, row]))
      return kinds.map(kind => [select(depths.get(kind)), { kind }] as [number, { kind: string }])
    }
    const attributes = { service }
    metrics.gauge('daymark.jobs.waiting', { description: 'Jobs that wait or run, by kind', attributes }, () =>
      readDepths(depth => depth?.waiting ?? 0),
    )
    const ageOptions = { description: 'Age of the oldest job, by kind', unit: 's' as const, attributes }
    metrics.gauge('daymark.jobs.age', ageOptions, () => readDepths(depth => depth?.ageSeconds ?? 0))
  }
}

/** Runs jobs of one type (`defineJob`). A job is retried until it succeeds or becomes a dead letter. */
export interface JobRunner<J extends JobType> {
  /** Limits that come from settings. */
  limits?: JobLimits
  run(data: z.infer<J['payload']>, lease: Lease): Promise<void>
}

/** `@Runs(job)` binds a class to a type of job. */
export function Runs<J extends JobType>(job: J) {
  return (target: Class<JobRunner<J>>): void => {
    Reflect.defineMetadata(RUNS_METADATA, job, target)
    Injectable()(target)
  }
}
export const defineJob = <P extends z.ZodType>(kind: string, payload: P, limits: JobLimits = {}): JobType<P> => ({
  kind,
  payload,
  ...limits,
})

export const jobTypeOf = (target: Class): JobType | undefined => Reflect.getMetadata(RUNS_METADATA, target)
