import { randomUUID } from 'node:crypto'
import { ownerOf, type Actor, type EventType } from '@daymark/contracts'
import type { Pool, PoolClient } from 'pg'
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type Repository,
} from 'typeorm'
import type { z } from 'zod'
import { context } from '../telemetry/context.ts'
import { hasNoTimeout, type Limits, limited } from './limits.ts'
import { runMigrations } from './run-migrations.ts'
import { platformTables } from './platform-tables.ts'
import { SnakeNaming } from './naming.ts'
import { prepared, type Sql, toQuery } from './prepared.ts'

export type MigrationClass = new () => MigrationInterface
export type DatabaseOptions = {
  service: string
  url: string
  entities: (new () => object)[]
  migrations: MigrationClass[]
  pool: number
  limits?: Limits
  onError: (error: unknown) => void
}

const PUBLISH = prepared(`
  INSERT INTO outbox (lane, owner, envelope)
  SELECT e ->> 'lane', e ->> 'owner', e -> 'envelope' FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t(e, n) ORDER BY n`)

/** One transaction: rows and the events about them commit together or not at all. */
export class Tx {
  readonly events: object[] = []
  readonly em: EntityManager
  private readonly connection: PoolClient
  private readonly source: string
  private readonly sent: Promise<unknown>[] = []
  constructor(em: EntityManager, connection: PoolClient, source: string) {
    this.em = em
    this.connection = connection
    this.source = source
  }
  /**
   * Sends a statement at once. Await it for its rows; where nobody needs them, do not: the connection pipelines, so a lock is held
   * for no round trip more. Statements take effect in the order of their calls; if one fails, the commit does.
   */
  sql<T = Record<string, unknown>>(text: Sql, params: unknown[] = []): Promise<T[]> {
    const rows = this.connection.query(toQuery(text, params)).then(result => result.rows as T[])
    // `settled()` reports the failure; until then it must not count as unhandled
    rows.catch(() => {})
    this.sent.push(rows)
    return rows
  }
  insert<E extends ObjectLiteral>(entity: EntityTarget<E>, row: QueryDeepPartialEntity<E>): void {
    this.send(this.em.createQueryBuilder().insert().into(entity).values(row).updateEntity(false))
  }
  update<E extends ObjectLiteral>(entity: EntityTarget<E>, id: string, row: QueryDeepPartialEntity<E>): void {
    this.send(this.em.createQueryBuilder().update(entity).set(row).whereInIds(id))
  }
  /** Rejects with what failed first. */
  async settled(): Promise<void> {
    for (const one of this.sent) await one
  }
  /** Events of one key are published in the order of their commits, lane by lane; subscribers keep the newest (adr/0014). */
  emit<E extends EventType>(type: E, key: string, data: z.input<E['data']>, actor?: Actor): void {
    const envelope = {
      id: randomUUID(),
      type: type.name,
      time: new Date().toISOString(),
      source: this.source,
      subject: key,
      actor,
      traceparent: context.traceparent(),
      data: type.data.parse(data),
    }
    this.events.push({ lane: type.lane, owner: ownerOf(envelope), envelope })
  }
  private send(builder: { getQueryAndParameters(): [string, unknown[]] }): void {
    const [text, params] = builder.getQueryAndParameters()
    void this.sql(prepared(text), params)
  }
}

/** One service's own database. `commit` is the only way to write. */
export class Database {
  readonly service: string
  readonly source: DataSource
  private onCommit: () => void = () => {}

  private constructor(service: string, source: DataSource) {
    this.service = service
    this.source = source
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
        options: `-c search_path=${options.service} -c timezone=UTC ${limited(options.limits)}`,
        // without it a machine that is gone without a word goes unnoticed for minutes
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        pipeline: true, // see Tx.sql
      },
    })
    await source.initialize()
    return new Database(options.service, source)
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
    return (await this.pool.query(toQuery(text, params))).rows as T[]
  }

  async commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner()
    try {
      const connection = (await runner.connect()) as PoolClient
      const tx = new Tx(runner.manager, connection, this.service)
      // For TypeORM, which would wait for BEGIN and COMMIT one by one: they travel with what stands beside them.
      Object.assign(runner, { isTransactionActive: true })
      const result = await finish(tx, connection, work)
      if (tx.events.length) this.onCommit()
      return result
    } finally {
      await runner.release()
    }
  }

  /** The relay asks to be woken after a commit that has events to publish. */
  wakeOnCommit(wake: () => void): void {
    this.onCommit = wake
  }
  /** Queries that wait because every connection of the pool is in use. */
  waiting(): number {
    return this.pool.waitingCount
  }
  close(): Promise<void> {
    return this.source.destroy()
  }
  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master
  }
}

async function finish<T>(tx: Tx, connection: PoolClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    void tx.sql('BEGIN')
    if (hasNoTimeout()) void tx.sql('SET LOCAL statement_timeout = 0')
    const result = await work(tx)
    // last statement before COMMIT: the sequence then follows the order in which a key's row was locked
    if (tx.events.length) void tx.sql(PUBLISH, [JSON.stringify(tx.events)])
    void tx.sql('COMMIT')
    // a COMMIT after a statement that failed rolls back and says nothing
    await tx.settled()
    return result
  } catch (error) {
    // not one of the transaction's statements: it must not hide the cause
    await connection.query('ROLLBACK').catch(() => {})
    await tx.settled() // the cause, where others only followed from it
    throw error
  }
}
