import type { PoolClient } from 'pg'
import type { QueryRunner } from 'typeorm'
import type { Database } from '../db/database.ts'
import { withoutTimeout } from '../db/connection.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Job } from '../service/decorators.ts'

/** Part of the interval by which a job may start early, because the timers of replicas and the clock of the database differ. */
const INTERVAL_TOLERANCE = 0.1
/**
 * Maximum time between checks whether a job is due. With longer timers, a process that restarts every day would never run jobs with long
 * intervals.
 */
const CHECK_INTERVAL_MS = 30_000
/** Offset between the timers of different jobs. */
const TIMER_OFFSET_MS = 300
type ScheduledJob = { name: string; everyMs: number; job: Job }

/** Runs scheduled jobs: each at most once per interval and on one replica at a time. */
export class ScheduledJobs {
  private readonly timers: NodeJS.Timeout[] = []
  private readonly running = new Set<Promise<void>>()
  /** Due jobs that wait for a database connection. */
  private readonly waiting = new Set<ScheduledJob>()
  private readonly ending = new AbortController()
  private readonly checkMs: number
  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    checkMs = CHECK_INTERVAL_MS,
  ) {
    this.checkMs = checkMs
  }

  add(name: string, everyMs: number, job: Job): void {
    const scheduled = { name, everyMs, job }
    const timerMs = this.timerOf(everyMs)
    const at = this.timers.length
    const startTimer = (): void => void (this.timers[at] = setInterval(() => void this.tick(scheduled), timerMs))
    this.timers.push(setTimeout(startTimer, Math.min(at * TIMER_OFFSET_MS, timerMs / 2)))
  }

  private async tick(scheduled: ScheduledJob): Promise<void> {
    if (this.isFull) return void this.waiting.add(scheduled)
    const work = this.runExclusively(scheduled).catch(error =>
      this.log.error({ err: error, event: 'job.failed', job: scheduled.name }),
    )
    this.running.add(work)
    await work
    this.running.delete(work)
    const [next] = this.waiting
    if (!next || this.ending.signal.aborted) return
    this.waiting.delete(next)
    void this.tick(next)
  }

  /** Losing the connection loses its lock: another replica may start the job, so the signal of this run is aborted. */
  private async runExclusively({ name, everyMs, job }: ScheduledJob): Promise<void> {
    const runner = this.db.source.createQueryRunner()
    const connection = (await runner.connect()) as PoolClient
    const connectionLoss = new AbortController()
    const abortRun = (): void => connectionLoss.abort()
    connection.once('end', abortRun)
    try {
      const [lock] = await runner.query('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [`job:${name}`])
      if (!lock.mine) return
      const stopSignal = AbortSignal.any([this.ending.signal, connectionLoss.signal])
      try {
        // `isDue` records a start, so do not call it during shutdown
        if (stopSignal.aborted) return
        if (await this.isDue(runner, { name, everyMs })) await withoutTimeout(() => job.run(stopSignal))
      } finally {
        if (!connectionLoss.signal.aborted)
          await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`job:${name}`])
      }
    } finally {
      connection.off('end', abortRun)
      await runner.release()
    }
  }

  /**
   * Records the start of this run. False if another replica started within the interval, and for the first check of a job with a long
   * interval, which starts its first interval. A start in the future came from a wrong clock. It uses the connection of the lock,
   * because waiting for a second connection could deadlock.
   */
  private async isDue(runner: QueryRunner, { name, everyMs }: Omit<ScheduledJob, 'job'>): Promise<boolean> {
    const timerMs = this.timerOf(everyMs)
    const hasLongInterval = timerMs < everyMs
    const startedRows: { isFirst: boolean }[] = await runner.query(
      `WITH started AS (
         INSERT INTO scheduled_jobs AS j (name, started_at) VALUES ($1, clock_timestamp() - $3 * interval '1 ms')
         ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()
         WHERE j.started_at <= clock_timestamp() - $2 * interval '1 ms' OR j.started_at > clock_timestamp()
         RETURNING xmax = 0 AS "isFirst")
       SELECT * FROM started`,
      [name, everyMs - timerMs * INTERVAL_TOLERANCE, hasLongInterval ? timerMs : 0],
    )
    return startedRows.some(({ isFirst }) => !isFirst || !hasLongInterval)
  }

  private timerOf(everyMs: number): number {
    return Math.min(everyMs, this.checkMs)
  }

  /** Each running job holds one connection for its lock; half of the pool remains for the work of the jobs. */
  private get isFull(): boolean {
    const { poolSize = 2 } = this.db.source.options
    return this.running.size >= Math.max(1, Math.floor(poolSize / 2))
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    this.ending.abort()
    await Promise.allSettled(this.running)
  }
}
