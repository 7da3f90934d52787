import type { PoolClient } from 'pg'
import type { QueryRunner } from 'typeorm'
import type { Database } from '../db/database.ts'
import { withoutTimeout } from '../db/limits.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Job } from './decorators.ts'

/** Timers of replicas and the clock of the database are never quite together. */
const PART_OF_INTERVAL = 0.1
/** Jobs of hours are looked at so often: a process that is started again every day has to come to them, too. */
const LOOK_MS = 30_000
/** Jobs do not look at the same moment. */
const APART_MS = 300
type Timed = { name: string; everyMs: number; job: Job }

/** Runs handlers of time: of several replicas one at a time, and one in each interval. */
export class Jobs {
  private readonly timers: NodeJS.Timeout[] = []
  private readonly running = new Set<Promise<void>>()
  /** Jobs that are due and wait for a connection. */
  private readonly waiting = new Set<Timed>()
  private readonly ending = new AbortController()
  private readonly lookMs: number
  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    lookMs = LOOK_MS,
  ) {
    this.lookMs = lookMs
  }

  add(name: string, everyMs: number, job: Job): void {
    const timed = { name, everyMs, job }
    const timerMs = this.timerOf(everyMs)
    const at = this.timers.length
    const begin = (): void => void (this.timers[at] = setInterval(() => void this.tick(timed), timerMs))
    this.timers.push(setTimeout(begin, Math.min(at * APART_MS, timerMs / 2)))
  }

  private async tick(timed: Timed): Promise<void> {
    if (this.isFull) return void this.waiting.add(timed)
    const work = this.exclusively(timed).catch(error =>
      this.log.error({ err: error, event: 'job.failed', job: timed.name }),
    )
    this.running.add(work)
    await work
    this.running.delete(work)
    const [next] = this.waiting
    if (!next || this.ending.signal.aborted) return
    this.waiting.delete(next)
    void this.tick(next)
  }

  /** The lock is its connection's: where that is lost, another replica may begin, and this one is told to end. */
  private async exclusively({ name, everyMs, job }: Timed): Promise<void> {
    const runner = this.db.source.createQueryRunner()
    const connection = (await runner.connect()) as PoolClient
    const lost = new AbortController()
    const isLost = (): void => lost.abort()
    connection.once('end', isLost)
    try {
      const [lock] = await runner.query('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [`job:${name}`])
      if (!lock.mine) return
      const ending = AbortSignal.any([this.ending.signal, lost.signal])
      try {
        // not begun while the process ends: its start would be noted
        if (ending.aborted) return
        if (await this.isDue(runner, { name, everyMs })) await withoutTimeout(() => job.run(ending))
      } finally {
        if (!lost.signal.aborted) await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`job:${name}`])
      }
    } finally {
      connection.off('end', isLost)
      await runner.release()
    }
  }

  /**
   * Notes the start of this run; false when another replica had its own a moment ago, and where a job of hours is seen for the first
   * time: its first interval begins. A start in the future was a wrong clock. On the connection of the lock: all jobs look at the same
   * time, and who holds one connection must not wait for another.
   */
  private async isDue(runner: QueryRunner, { name, everyMs }: Omit<Timed, 'job'>): Promise<boolean> {
    const timerMs = this.timerOf(everyMs)
    const isLong = timerMs < everyMs
    const started: { isFirst: boolean }[] = await runner.query(
      `WITH started AS (
         INSERT INTO scheduled_jobs AS j (name, started_at) VALUES ($1, clock_timestamp() - $3 * interval '1 ms')
         ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()
         WHERE j.started_at <= clock_timestamp() - $2 * interval '1 ms' OR j.started_at > clock_timestamp()
         RETURNING xmax = 0 AS "isFirst")
       SELECT * FROM started`,
      [name, everyMs - timerMs * PART_OF_INTERVAL, isLong ? timerMs : 0],
    )
    return started.some(({ isFirst }) => !isFirst || !isLong)
  }

  private timerOf(everyMs: number): number {
    return Math.min(everyMs, this.lookMs)
  }

  /** Each running job holds one connection for its lock and works with others: half of the pool is left for that work. */
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
