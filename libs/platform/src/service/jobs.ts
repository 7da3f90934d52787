import type { Database } from '../db/database.ts'
import { withoutHurry } from '../db/limits.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Job } from './decorators.ts'

/** Runs handlers of time. Of several replicas the one that gets the advisory lock does the work. */
export class Jobs {
  private readonly timers: NodeJS.Timeout[] = []
  private readonly running = new Set<Promise<void>>()
  private readonly db: Database
  private readonly log: Logger
  constructor(db: Database, log: Logger) {
    this.db = db
    this.log = log
  }

  add(name: string, everyMs: number, job: Job): void {
    this.timers.push(setInterval(() => void this.tick(name, job), everyMs))
  }

  private async tick(name: string, job: Job): Promise<void> {
    const work = this.exclusively(name, job).catch(error =>
      this.log.error({ err: error, event: 'job.failed', job: name }),
    )
    this.running.add(work)
    await work
    this.running.delete(work)
  }

  private async exclusively(name: string, job: Job): Promise<void> {
    const runner = this.db.source.createQueryRunner()
    await runner.connect()
    try {
      const [lock] = await runner.query('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [`job:${name}`])
      if (!lock.mine) return
      try {
        await withoutHurry(() => job.run())
      } finally {
        await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`job:${name}`])
      }
    } finally {
      await runner.release()
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    await Promise.allSettled(this.running)
  }
}
