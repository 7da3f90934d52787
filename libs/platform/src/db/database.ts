import { context as otel } from '@opentelemetry/api'
import type { Pool, PoolClient } from 'pg'
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
  type Repository,
} from 'typeorm'
import { eventually } from '../eventually.ts'
import { Connection, type TracedQuery } from './connection.ts'
import { type Limits, limited } from './limits.ts'
import { runMigrations } from './run-migrations.ts'
import { platformTables } from './platform-tables.ts'
import { SnakeNaming } from './naming.ts'
import { type Sql, toQuery } from './prepared.ts'
import { assertVersion, type Resources, versionOf } from './resources.ts'
import { context } from '../telemetry/context.ts'
import { isTraced } from '../telemetry/statement-span.ts'
import { transact, Tx } from './tx.ts'

/** A machine that is gone without a word holds no lock for hours: Postgres asks whether somebody is there still. */
const KEEPALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

export type MigrationClass = new () => MigrationInterface
export type DatabaseOptions = {
  service: string
  url: string
  entities: (new () => object)[]
  migrations: MigrationClass[]
  pool: number
  limits?: Limits
  /** See `eventually`; unset: nothing is waited for. */
  copyWaitMs?: number
  resources?: Resources | undefined
  onError: (error: unknown) => void
}

/** One service's own database. `commit` is the only way to write. */
export class Database {
  readonly service: string
  private onCommit: () => void = () => {}

  private readonly copyWaitMs: number
  private readonly resources: Resources

  private constructor(
    public readonly source: DataSource,
    { service, copyWaitMs = 0, resources = {} }: DatabaseOptions,
  ) {
    this.service = service
    this.copyWaitMs = copyWaitMs
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
      // a service's role may not create any, and none is needed
      installExtensions: false,
      // without a listener a connection that dies while idle would end the process
      poolErrorHandler: options.onError,
      extra: {
        Client: Connection,
        options: `-c search_path=${options.service} -c timezone=UTC ${KEEPALIVE} ${limited(options.limits)}`,
        // without it a machine that is gone without a word goes unnoticed for minutes
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
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
  /** One statement outside of a transaction, on whatever connection is free. */
  async sql<T = Record<string, unknown>>(text: Sql, params: unknown[] = []): Promise<T[]> {
    const query: TracedQuery = toQuery(text, params)
    if (isTraced()) query.within = otel.active()
    return (await this.pool.query(query)).rows as T[]
  }

  async commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner()
    try {
      const connection = (await runner.connect()) as PoolClient
      const tx = new Tx(runner.manager, connection, this.service)
      // For TypeORM, which would wait for BEGIN and COMMIT one by one: they travel with what stands beside them.
      Object.assign(runner, { isTransactionActive: true })
      const result = await transact(tx, connection, this.onlyInState(work))
      if (tx.events.length) this.onCommit()
      tx.committed()
      return result
    } finally {
      await runner.release()
    }
  }

  /** Every commit of a conditional call checks its precondition; those after the first expect what the one before has written. */
  private onlyInState<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
    const values = context.get()
    const { precondition } = values
    const resource = precondition?.service === this.service && this.resources[precondition.resource]
    if (!precondition || !resource) return work
    return async tx => {
      const { id, ownerId, version } = precondition
      await assertVersion(tx, resource, { id, ownerId }, version)
      const result = await work(tx)
      const written = await versionOf(tx, resource, { id, ownerId })
      tx.afterCommit(() => (values.precondition = { ...precondition, version: written }))
      return result
    }
  }

  /**
   * Holds an advisory lock while slow work is done outside of any transaction, such as removing objects of the store. Transactions
   * that take the same lock (`hashtextextended(key, 0)`) wait. `em` reads on the connection that holds it.
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
   * Waits for a copy: asks again until there is an answer, for what another service's event is about to bring; undefined when the
   * time is over. Ask this database and not memory, as the event may reach another replica, and never inside a transaction.
   */
  eventually<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
    return eventually(ask, this.copyWaitMs)
  }

  /** The relay asks to be woken after a commit that has events to publish. */
  wakeOnCommit(wake: () => void): void {
    this.onCommit = wake
  }
  /** Of this process; `waiting`: queries that wait because every connection is in use. */
  connections(): { used: number; idle: number; max: number; waiting: number } {
    const { totalCount, idleCount: idle, waitingCount, options } = this.pool
    // the pool also counts those that get a free one in a moment, such as the questions of whoever looks at this
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
