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
import { isUnhurried, type Limits, limited } from './limits.ts'
import { runMigrations } from './run-migrations.ts'
import { platformTables } from './platform-tables.ts'
import { SnakeNaming } from './naming.ts'
import { prepared, type Statement } from './prepared.ts'

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

const TELL = `
  INSERT INTO outbox (lane, owner, envelope)
  SELECT e ->> 'lane', e ->> 'owner', e -> 'envelope' FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t(e, n) ORDER BY n`

/** One transaction: rows and the events that tell of them commit together or not at all. */
export class Tx {
  readonly events: object[] = []
  readonly em: EntityManager
  private readonly connection: PoolClient
  private readonly source: string
  private readonly writes: Promise<unknown>[] = []
  constructor(em: EntityManager, connection: PoolClient, source: string) {
    this.em = em
    this.connection = connection
    this.source = source
  }
  /**
   * A statement whose answer nobody needs: it is sent at once and not waited for (the connection pipelines), so a lock is held
   * for no round trip more. Statements take effect in the order of their calls; if one fails, the commit does.
   */
  write(statement: Statement): void {
    const written = this.connection.query(prepared(statement))
    // `written()` tells it; until somebody asks it must not count as unhandled
    written.catch(() => {})
    this.writes.push(written)
  }
  insert<E extends ObjectLiteral>(entity: EntityTarget<E>, row: QueryDeepPartialEntity<E>): void {
    const builder = this.em.createQueryBuilder().insert().into(entity).values(row).updateEntity(false)
    this.write(builder.getQueryAndParameters())
  }
  update<E extends ObjectLiteral>(entity: EntityTarget<E>, id: string, row: QueryDeepPartialEntity<E>): void {
    this.write(this.em.createQueryBuilder().update(entity).set(row).whereInIds(id).getQueryAndParameters())
  }
  /** Rejects with what failed first. */
  async written(): Promise<void> {
    for (const write of this.writes) await write
  }
  query<T = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.em.query(sql, params)
  }
  /** For what every event asks: see `prepared`. */
  async often<T>(statement: Statement): Promise<T[]> {
    return (await this.connection.query(prepared(statement))).rows as T[]
  }
  /** Events of one key are told in the order of their commits, lane by lane; listeners keep the newest (adr/0014). */
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
        // of a machine that is gone without a word, the system tells nobody for minutes
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        pipeline: true, // see Tx.write
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
  query<T = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.source.query(sql, params)
  }
  /** For what every event asks: see `prepared`. */
  async often<T>(statement: Statement): Promise<T[]> {
    return (await this.pool.query(prepared(statement))).rows as T[]
  }

  async commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner()
    try {
      const tx = new Tx(runner.manager, (await runner.connect()) as PoolClient, this.service)
      // For TypeORM, which would wait for BEGIN and COMMIT one by one: they travel with what stands beside them.
      Object.assign(runner, { isTransactionActive: true })
      const result = await finish(tx, work)
      if (tx.events.length) this.onCommit()
      return result
    } finally {
      await runner.release()
    }
  }

  /** The relay asks to be woken after a commit that has something to tell. */
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

async function finish<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    tx.write(['BEGIN'])
    if (isUnhurried()) tx.write(['SET LOCAL statement_timeout = 0'])
    const result = await work(tx)
    // last statement before COMMIT: the sequence then follows the order in which a key's row was locked
    if (tx.events.length) tx.write([TELL, [JSON.stringify(tx.events)]])
    tx.write(['COMMIT'])
    // a COMMIT after a statement that failed rolls back and says nothing
    await tx.written()
    return result
  } catch (error) {
    await tx.query('ROLLBACK').catch(() => {})
    await tx.written() // the cause, where others only followed from it
    throw error
  }
}
