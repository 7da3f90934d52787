import { context as otel } from '@opentelemetry/api'
import type { Pool, PoolClient } from 'pg'
import {
  DataSource,
  DefaultNamingStrategy,
  type EntityManager,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
  type Repository,
} from 'typeorm'
import { pollUntilFound } from '../async/time.ts'
import { context } from '../telemetry/context.ts'
import { isTraced } from '../telemetry/tracing.ts'
import {
  Connection,
  type Sql,
  formatTimeoutOptions,
  type Timeouts,
  toQueryConfig,
  type TracedQuery,
} from './connection.ts'
import { runMigrations } from './migrations.ts'
import { platformTables } from './platform-tables.ts'
import { assertVersion, type Resources, readVersion } from './resources.ts'
import { findRow, type RowKey, runTransaction, Tx } from './tx.ts'

/**
 * A column for integers beyond 2^31, such as sizes in bytes: `@Column(bigintColumn)`. The driver returns bigint as text because it may
 * exceed 2^53; values in Daymark never do.
 */
export const bigintColumn = {
  type: 'bigint',
  transformer: {
    to: (value: number | undefined) => value,
    from: (value: string | null) => (value === null ? null : Number(value)),
  },
} as const

/** Column of a property: `ownerId` → `owner_id`. */
export const toSnakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** Names columns in snake_case for properties in camelCase. The entity decorator names the table. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(toSnakeCase), custom ?? toSnakeCase(property)].join('_')
  }
  override joinColumnName(relation: string, referenced: string): string {
    return `${toSnakeCase(relation)}_${toSnakeCase(referenced)}`
  }
}

/** With these options Postgres detects within a minute that the machine of a client has disappeared, and releases its locks. */
const KEEPALIVE_OPTIONS = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/**
 * Time after which an idle connection is closed. It is longer than the intervals of heartbeats and polls, so that they keep one connection
 * open: opening a connection costs more than a hundred statements. Other idle connections are closed, because each takes 3 MB.
 */
const IDLE_CONNECTION_MS = 60_000

export type MigrationClass = new () => MigrationInterface
export type DatabaseOptions = {
  service: string
  url: string
  entities: (new () => object)[]
  migrations: MigrationClass[]
  pool: number
  timeouts?: Timeouts
  /** Timeout of `pollUntilFound` in ms. Unset: it does not wait. */
  replicationTimeoutMs?: number
  resources?: Resources | undefined
  onError: (error: unknown) => void
}

/** The database of one service. `commit` is the only way to write. */
export class Database {
  readonly service: string
  /** Undefined in a `daymark` command: the running service publishes the events of the command. */
  private onCommit: (() => void) | undefined
  private onJobRequested: ((name: string) => void) | undefined

  private readonly replicationTimeoutMs: number
  private readonly resources: Resources

  private constructor(
    public readonly source: DataSource,
    { service, replicationTimeoutMs = 0, resources = {} }: DatabaseOptions,
  ) {
    this.service = service
    this.replicationTimeoutMs = replicationTimeoutMs
    this.resources = resources
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const source = new DataSource({
      type: 'postgres',
      url: options.url,
      schema: options.service,
      entities: options.entities,
      migrations: [...platformTables, ...options.migrations],
      migrationsTableName: 'migrations',
      namingStrategy: new SnakeNaming(),
      applicationName: `daymark-${options.service}`,
      poolSize: options.pool,
      // the role of a service may not create extensions, and none is needed
      installExtensions: false,
      // without a listener, the error of an idle connection would end the process
      poolErrorHandler: options.onError,
      extra: {
        Client: Connection,
        options: `-c search_path=${options.service} -c timezone=UTC ${KEEPALIVE_OPTIONS} ${formatTimeoutOptions(options.timeouts)}`,
        // without keep-alive the process notices only after minutes that the database machine has disappeared
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        idleTimeoutMillis: IDLE_CONNECTION_MS,
        pipeline: true, // see Tx.sql
      },
    })
    await source.initialize()
    return new Database(source, options)
  }

  migrate(): Promise<string[]> {
    return runMigrations(this.source, this.service)
  }

  get em(): EntityManager {
    return this.source.manager
  }
  repository<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.source.getRepository(entity)
  }
  /** Runs one statement outside of a transaction, on any free connection. */
  async sql<T = Record<string, unknown>>(text: Sql, params: unknown[] = []): Promise<T[]> {
    const query: TracedQuery = toQueryConfig(text, params)
    if (isTraced()) query.traceContext = otel.active()
    return (await this.pool.query(query)).rows as T[]
  }

  /** Finds a row by its key with a prepared statement. Use it for lookups that happen for every event. */
  find<E extends ObjectLiteral>(entity: EntityTarget<E>, key: RowKey<E>): Promise<E | null> {
    return findRow(this.source, (text, params) => this.sql(text, params), { entity, key })
  }

  async commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner()
    try {
      const connection = (await runner.connect()) as PoolClient
      const tx = new Tx(runner.manager, connection, this.service, this.onJobRequested)
      // `runTransaction` pipelines BEGIN and COMMIT with the other statements; TypeORM would wait for each of them.
      Object.assign(runner, { isTransactionActive: true })
      const result = await runTransaction(tx, connection, this.withNotification(this.withPrecondition(work)))
      if (tx.events.length) this.onCommit?.()
      tx.runAfterCommit()
      return result
    } finally {
      await runner.release()
    }
  }

  private withNotification<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
    if (this.onCommit) return work
    return async tx => {
      const result = await work(tx)
      if (tx.events.length) tx.notify()
      return result
    }
  }

  /**
   * Every commit of a conditional call checks the precondition of the call. Each later commit expects the version that the previous one
   * wrote.
   */
  private withPrecondition<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
    const requestContext = context.get()
    const { precondition } = requestContext
    const resource = precondition?.service === this.service && this.resources[precondition.resource]
    if (!precondition || !resource) return work
    return async tx => {
      const { id, ownerId, version } = precondition
      await assertVersion(tx, resource, { id, ownerId }, version)
      const result = await work(tx)
      const newVersion = await readVersion(tx, resource, { id, ownerId })
      tx.afterCommit(() => (requestContext.precondition = { ...precondition, version: newVersion }))
      return result
    }
  }

  /**
   * Holds an advisory lock during slow work outside of any transaction, such as removing objects from the store. Transactions that
   * take the same lock (`hashtextextended(key, 0)`) wait. `em` uses the connection that holds the lock.
   */
  async whileLocked<T>(key: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner()
    try {
      await runner.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key])
      try {
        return await work(runner.manager)
      } finally {
        await runner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key])
      }
    } finally {
      await runner.release()
    }
  }

  /**
   * Waits for replicated data: repeats `find` until an event of another service has delivered the data. Resolves to undefined after the
   * timeout. `find` must query this database and not memory, because the event may reach another replica. Never call it inside a
   * transaction.
   */
  pollUntilFound<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
    return pollUntilFound(find, this.replicationTimeoutMs)
  }

  /** Registers the relay's callback for commits that have events to publish. */
  wakeOnCommit(wake: () => void): void {
    this.onCommit = wake
  }
  /** Starts a job that another process requested with a notification (`Tx.startJob`). */
  startJob(name: string): void {
    this.onJobRequested?.(name)
  }
  /** Registers the callback that starts a job which a transaction requested (`Tx.startJob`). */
  startJobsWith(start: (name: string) => void): void {
    this.onJobRequested = start
  }
  /** Database connections of this process. `waiting`: queries that wait because every connection is in use. */
  countConnections(): { used: number; idle: number; max: number; waiting: number } {
    const { totalCount, idleCount: idle, waitingCount, options } = this.pool
    // the pool also counts queries that are about to receive a free connection, such as those of a metrics scrape
    const isFull = idle === 0 && totalCount >= options.max
    return { used: totalCount - idle, idle, max: options.max, waiting: isFull ? waitingCount : 0 }
  }
  close(): Promise<void> {
    return this.source.destroy()
  }
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master
  }
}
