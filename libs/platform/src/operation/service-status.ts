import { type Actor, type OperationCalls as Contracts, type Input, operation, type Output } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import { readOutboxDepth } from '../events/outbox-relay.ts'
import { WaitingJobs } from '../jobs/waiting-jobs.ts'
import { CachedCheck } from './readiness.ts'
import { type Class, Handles, RpcHandlers } from '../service/decorators.ts'
import { DeadLetters } from './dead-letters.ts'
import { Instances } from './instances.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Timeout of the readiness check. The admin dashboard waits two seconds in total. */
const READINESS_TIMEOUT_MS = 1000
const SELECT_DATABASE_SIZE = `
  SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'm')`

type ServiceStatusOptions = {
  db: Database
  version: string | undefined
  /** Resolves if all dependencies other than the database are available; rejects otherwise. */
  ready: () => Promise<unknown>
  settings: ServiceSettings
}

/** Reports the status of a service to operators: readiness, replicas, pending work and dead letters. */
export class ServiceStatus {
  readonly deadLetters: DeadLetters
  readonly instances: Instances
  readonly db: Database
  private readonly readiness: CachedCheck

  constructor(private readonly options: ServiceStatusOptions) {
    this.db = options.db
    this.deadLetters = new DeadLetters(options.db)
    this.instances = new Instances(options.db, options.version)
    this.readiness = new CachedCheck(options.ready, READINESS_TIMEOUT_MS)
  }

  async report(): Promise<Output<Contracts['report']>> {
    const { db } = this.options
    const [ready, replicas, outbox, jobs, deadLetters, [size]] = await Promise.all([
      this.readiness.get(),
      this.instances.list(),
      readOutboxDepth(db),
      new WaitingJobs(db).summarize(new Date()),
      this.deadLetters.count(),
      db.sql<{ bytes: string }>(SELECT_DATABASE_SIZE),
    ])
    const { rows: waiting, oldestMs } = outbox
    const oldestSeconds = Math.max(0, Math.round(oldestMs / 1000))
    const databaseBytes = Number(size?.bytes ?? 0)
    return { ready, replicas, outbox: { waiting, oldestSeconds }, jobs, deadLetters, databaseBytes }
  }

  /** Settings and checks as in `daymark doctor`. */
  settings(): Promise<Output<Contracts['settings']>> {
    return this.options.settings.readSettings()
  }

  async listDeadLetters({ limit }: Input<Contracts['deadLetters']>): Promise<Output<Contracts['deadLetters']>> {
    return { letters: await this.deadLetters.list(limit) }
  }
}

/** The RPC handlers for status, settings and dead letters, which every service with a database has. */
export function operationHandlers(service: string, status: ServiceStatus): Class[] {
  const contracts = operation[service as keyof typeof operation]
  if (!contracts) return []

  @RpcHandlers()
  class OperationHandlers {
    @Handles(contracts.report)
    async report() {
      return status.report()
    }

    @Handles(contracts.settings)
    async listSettings() {
      return status.settings()
    }

    @Handles(contracts.deadLetters)
    async listDeadLetters(input: Input<Contracts['deadLetters']>) {
      return status.listDeadLetters(input)
    }

    @Handles(contracts.replayDeadLetters)
    async replayDeadLetters(filter: Input<Contracts['replayDeadLetters']>, actor: Actor) {
      return { changed: await status.deadLetters.replay(filter, actor) }
    }

    @Handles(contracts.dropDeadLetters)
    async dropDeadLetters(filter: Input<Contracts['dropDeadLetters']>, actor: Actor) {
      return { changed: await status.deadLetters.drop(filter, actor) }
    }
  }
  return [OperationHandlers]
}
