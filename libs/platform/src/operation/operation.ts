import type { Input, Operation as Contracts, Output } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import { outboxDepth } from '../db/outbox-depth.ts'
import { RecentAnswer } from '../ops/recent-answer.ts'
import { DeadLetters } from './dead-letters.ts'
import { WaitingJobs } from '../jobs/waiting-jobs.ts'
import { Instances } from './instances.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Who asks waits for two seconds in all. */
const PATIENCE_MS = 1000
const SIZE = `
  SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'm')`

export type OperationOptions = {
  db: Database
  version: string | undefined
  /** Resolves while what the service needs beside its database answers. */
  ready: () => Promise<unknown>
  settings: ServiceSettings
}

/** What a service tells of itself to whoever runs the installation. */
export class Operation {
  readonly deadLetters: DeadLetters
  readonly instances: Instances
  readonly db: Database
  private readonly usable: RecentAnswer

  constructor(private readonly options: OperationOptions) {
    this.db = options.db
    this.deadLetters = new DeadLetters(options.db)
    this.instances = new Instances(options.db, options.version)
    this.usable = new RecentAnswer(options.ready, PATIENCE_MS)
  }

  async report(): Promise<Output<Contracts['report']>> {
    const { db } = this.options
    const [ready, replicas, outbox, jobs, deadLetters, [size]] = await Promise.all([
      this.usable.get(),
      this.instances.list(),
      outboxDepth(db),
      new WaitingJobs(db).summary(new Date()),
      this.deadLetters.count(),
      db.sql<{ bytes: string }>(SIZE),
    ])
    const { rows: waiting, oldestMs } = outbox
    const oldestSeconds = Math.max(0, Math.round(oldestMs / 1000))
    const databaseBytes = Number(size?.bytes ?? 0)
    return { ready, replicas, outbox: { waiting, oldestSeconds }, jobs, deadLetters, databaseBytes }
  }

  /** As `daymark doctor` sees them. */
  settings(): Promise<Output<Contracts['settings']>> {
    return this.options.settings.show()
  }

  async letters({ limit }: Input<Contracts['deadLetters']>): Promise<Output<Contracts['deadLetters']>> {
    return { letters: await this.deadLetters.list(limit) }
  }
}
