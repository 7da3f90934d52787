import type { Database } from '../db/database.ts'
import { withoutTimeout } from '../db/limits.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Job } from './decorators.ts'

/** Timers of replicas and the clock of the database are never quite together. */
const PART_OF_INTERVAL = 0.9

/** Runs handlers of time: of several replicas one at a time, and one in each interval. */
export class Jobs {
  private readonly timers: NodeJS.Timeout[] = []
  private readonly running = new Set<Promise<void>>()
  private readonly ending = new AbortController()
  private readonly db: Database
  private readonly log: Logger
  constructor(db: Database, log: Logger) {
    this.db = db
    this.log = log
  }

  add(name: string, everyMs: number, job: Job): void {
    this.timers.push(setInterval(() => void this.tick(name, everyMs, job), everyMs))
  }

  private async tick(name: string, everyMs: number, job: Job): Promise<void> {
    const work = this.exclusively(name, everyMs, job).catch(error =>
      this.log.error({ err: error, event: 'job.failed', job: name }),
    )
    this.running.add(work)
    await work
    this.running.delete(work)
  }

  private async exclusively(name: string, everyMs: number, job: Job): Promise<void> {
    const runner = this.db.source.createQueryRunner()
    await runner.connect()
    try {
      const [lock] = await runner.query('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [`job:${name}`])
      if (!lock.mine) return
      try {
        if (await this.isDue(name, everyMs)) await withoutTimeout(() => job.run(this.ending.signal))
      } finally {
        await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`job:${name}`])
      }
    } finally {
      await runner.release()
    }
  }

  /** Notes the start of this run; false when another replica had its own a moment ago. A start in the future was a wrong clock. */
  private async isDue(name: string, everyMs: number): Promise<boolean> {
    const started = await this.db.sql(
      `WITH started AS (
         INSERT INTO jobs AS j (name, started_at) VALUES ($1, clock_timestamp())
         ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()
         WHERE j.started_at <= clock_timestamp() - $2 * interval '1 ms' OR j.started_at > clock_timestamp()
         RETURNING name)
       SELECT name FROM started`,
      [name, everyMs * PART_OF_INTERVAL],
    )
    return started.length > 0
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    this.ending.abort()
    await Promise.allSettled(this.running)
  }
}
