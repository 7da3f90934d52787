import type { PoolClient } from 'pg'
import type { QueryRunner } from 'typeorm'
import type { Database } from '../db/database.ts'
import { withoutTimeout } from '../db/connection.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Job } from '../service/decorators.ts'

/** Fraction of the first delay by which a job may start early, because the timers of replicas and the clock of the database differ. */
const INTERVAL_TOLERANCE = 0.1
/** Delay of the first check of a job after the start of the process. A job with a shorter interval is first checked after its interval. */
const MAX_FIRST_CHECK_DELAY_MS = 30_000
/** Maximum time between two checks of a job. It is limited because timers stop while the machine is suspended, and clocks change. */
const MAX_CHECK_INTERVAL_MS = 600_000
/** Offset between the first checks of different jobs. */
const FIRST_CHECK_OFFSET_MS = 300
/** Delay before the next attempt to start a requested job if the job is running or could not start. */
const REQUEST_RETRY_MS = 1000
/** `minIntervalMs`: the minimum time from the last start to the next one. */
type ScheduledJob = {
  name: string
  everyMs: number
  minIntervalMs: number
  job: Job
  isRequested: boolean
  isRunning: boolean
}
type StartResult = { hasLock: boolean; isStarted: boolean; isFirstStart: boolean; waitMs: number | null }

/**
 * Takes the lock of the job and records the start of a run, unless another replica started the job within the interval. A recorded start in
 * the future is ignored, because it was recorded with a wrong clock. `waitMs`: the time until the job is due.
 */
const RECORD_START = `
  WITH locked AS MATERIALIZED (SELECT pg_try_advisory_lock(hashtext('job:' || $1)) AS "hasLock"),
  started AS (
    INSERT INTO scheduled_jobs AS j (name, started_at) SELECT $1, clock_timestamp() - $3 * interval '1 ms' FROM locked WHERE "hasLock"
    ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()
    WHERE j.started_at <= clock_timestamp() - $2 * interval '1 ms' OR j.started_at > clock_timestamp()
    RETURNING xmax = 0 AS "isFirstStart")
  SELECT "hasLock", "isFirstStart" IS NOT NULL AS "isStarted", coalesce("isFirstStart", false) AS "isFirstStart", (
    SELECT extract(epoch FROM started_at - clock_timestamp())::float8 * 1000 + $2 FROM scheduled_jobs WHERE name = $1) AS "waitMs"
  FROM locked LEFT JOIN started ON true`
const UNLOCK = `SELECT pg_advisory_unlock(hashtext('job:' || $1))`

/**
 * Runs scheduled jobs: each at most once per interval and on one replica at a time. Start times are stored, so that jobs with long
 * intervals also run if the process restarts every day.
 */
export class ScheduledJobs {
  private readonly jobs = new Map<string, ScheduledJob>()
  private readonly timers = new Map<ScheduledJob, NodeJS.Timeout>()
  private readonly running = new Set<Promise<unknown>>()
  /** Due jobs that wait for a database connection. */
  private readonly waitingJobs = new Set<ScheduledJob>()
  private readonly shutdown = new AbortController()
  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly maxCheckIntervalMs = MAX_CHECK_INTERVAL_MS,
  ) {}

  add(name: string, everyMs: number, job: Job): void {
    const scheduled = { name, everyMs, minIntervalMs: everyMs, job, isRequested: false, isRunning: false }
    const firstDelayMs = this.firstCheckDelayMs(scheduled)
    this.schedule(scheduled, firstDelayMs + Math.min(this.jobs.size * FIRST_CHECK_OFFSET_MS, firstDelayMs / 2))
    this.jobs.set(name, scheduled)
  }

  /** Runs a job now, whether it is due or not. If it is running, it runs once more afterwards. */
  start(name: string): void {
    const scheduled = this.jobs.get(name)
    if (!scheduled) return
    scheduled.isRequested = true
    this.schedule(scheduled, 0)
  }

  async stop(): Promise<void> {
    this.shutdown.abort()
    for (const timer of this.timers.values()) clearTimeout(timer)
    await Promise.allSettled(this.running)
  }

  private schedule(scheduled: ScheduledJob, ms: number): void {
    if (this.shutdown.signal.aborted) return
    clearTimeout(this.timers.get(scheduled))
    this.timers.set(
      scheduled,
      setTimeout(() => void this.checkJob(scheduled), Math.min(ms, this.maxCheckIntervalMs)),
    )
  }

  private async checkJob(scheduled: ScheduledJob): Promise<void> {
    if (scheduled.isRunning) return
    if (this.isConnectionLimitReached) return void this.waitingJobs.add(scheduled)
    scheduled.isRunning = true
    const run = this.runExclusively(scheduled).catch(error => {
      this.log.error({ err: error, event: 'job.failed', job: scheduled.name })
      return this.firstCheckDelayMs(scheduled)
    })
    this.running.add(run)
    const waitMs = await run
    this.running.delete(run)
    scheduled.isRunning = false
    this.schedule(scheduled, scheduled.isRequested ? Math.min(waitMs, REQUEST_RETRY_MS) : waitMs)
    const [nextJob] = this.waitingJobs
    if (!nextJob || this.shutdown.signal.aborted) return
    this.waitingJobs.delete(nextJob)
    void this.checkJob(nextJob)
  }

  /**
   * Resolves to the time until the next check in ms. If the connection is lost, so is its lock, and another replica may start the job; the
   * signal of this run is then aborted.
   */
  private async runExclusively(scheduled: ScheduledJob): Promise<number> {
    const { name, everyMs, job } = scheduled
    const runner = this.db.source.createQueryRunner()
    const connection = (await runner.connect()) as PoolClient
    const connectionLoss = new AbortController()
    const abortRun = (): void => connectionLoss.abort()
    connection.once('end', abortRun)
    try {
      const endSignal = AbortSignal.any([this.shutdown.signal, connectionLoss.signal])
      // During shutdown nothing is checked, because a check records a start.
      if (endSignal.aborted) return everyMs
      const { hasLock, isStarted, isFirstStart, waitMs } = await this.recordStart(runner, scheduled)
      if (!hasLock) return this.firstCheckDelayMs(scheduled)
      try {
        // The first check of a job with a long interval only starts the interval.
        if (!isStarted || (isFirstStart && this.hasLongInterval(scheduled) && !scheduled.isRequested))
          return Math.max(0, waitMs ?? everyMs)
        scheduled.isRequested = false
        scheduled.minIntervalMs = (await withoutTimeout(() => job.run(endSignal))) ?? everyMs
        return scheduled.minIntervalMs
      } finally {
        if (!connectionLoss.signal.aborted) await runner.query(UNLOCK, [name])
      }
    } finally {
      connection.off('end', abortRun)
      await runner.release()
    }
  }

  /** Records the start of a run. Uses the connection of the lock, because waiting for a second connection could deadlock. */
  private async recordStart(runner: QueryRunner, scheduled: ScheduledJob): Promise<StartResult> {
    const { name, minIntervalMs, isRequested } = scheduled
    const firstDelayMs = this.firstCheckDelayMs(scheduled)
    const backdateMs = this.hasLongInterval(scheduled) ? firstDelayMs : 0
    const minimumMs = isRequested ? 0 : minIntervalMs - firstDelayMs * INTERVAL_TOLERANCE
    const [result]: StartResult[] = await runner.query(RECORD_START, [name, minimumMs, backdateMs])
    return result ?? { hasLock: false, isStarted: false, isFirstStart: false, waitMs: null }
  }

  private firstCheckDelayMs = ({ everyMs }: ScheduledJob): number =>
    Math.min(everyMs, MAX_FIRST_CHECK_DELAY_MS, this.maxCheckIntervalMs)
  private hasLongInterval = (scheduled: ScheduledJob): boolean => this.firstCheckDelayMs(scheduled) < scheduled.everyMs

  /**
   * Whether no further job may start. Each running job holds one connection for its lock; half of the pool must remain for the work of the
   * jobs.
   */
  private get isConnectionLimitReached(): boolean {
    const { poolSize = 2 } = this.db.source.options
    return this.running.size >= Math.max(1, Math.floor(poolSize / 2))
  }
}
