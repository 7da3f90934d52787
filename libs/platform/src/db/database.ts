import { randomUUID } from 'node:crypto'
import type { Actor, EventType } from '@daymark/contracts'
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
  type Repository,
} from 'typeorm'
import type { z } from 'zod'
import { context } from '../telemetry/context.ts'
import { PlatformTables1700000000000 } from './platform-tables.ts'
import { SnakeNaming } from './naming.ts'

export type MigrationClass = new () => MigrationInterface
export type DatabaseOptions = {
  service: string
  url: string
  entities: (new () => object)[]
  migrations: MigrationClass[]
  pool: number
  onError: (error: unknown) => void
}

/** One transaction: rows and the events that tell of them commit together or not at all. */
export class Tx {
  readonly events: object[] = []
  readonly em: EntityManager
  private readonly source: string
  constructor(em: EntityManager, source: string) {
    this.em = em
    this.source = source
  }
  query<T = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.em.query(sql, params)
  }
  /** `key` orders: events of one key reach a subscriber in the order of their commits. */
  emit<E extends EventType>(type: E, key: string, data: z.input<E['data']>, actor?: Actor): void {
    this.events.push({
      id: randomUUID(),
      type: type.name,
      time: new Date().toISOString(),
      source: this.source,
      subject: key,
      actor,
      traceparent: context.traceparent(),
      data: type.data.parse(data),
    })
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
      migrations: [PlatformTables1700000000000, ...options.migrations],
      migrationsTableName: 'migrations',
      namingStrategy: new SnakeNaming(),
      applicationName: `daymark-${options.service}`,
      poolSize: options.pool,
      // a service's role may not create any, and none is needed
      installExtensions: false,
      // without a listener a connection that dies while idle would end the process
      poolErrorHandler: options.onError,
      extra: { options: `-c search_path=${options.service} -c timezone=UTC`, connectionTimeoutMillis: 10_000 },
    })
    await source.initialize()
    return new Database(options.service, source)
  }

  /** Several processes may start at once: the advisory lock lets one run the migrations, the others find them done. */
  async migrate(): Promise<string[]> {
    const runner = this.source.createQueryRunner()
    await runner.connect()
    try {
      await runner.query('SELECT pg_advisory_lock(hashtext($1))', [`migrate:${this.service}`])
      const done = await this.source.runMigrations({ transaction: 'each' })
      return done.map(m => m.name)
    } finally {
      await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`migrate:${this.service}`]).catch(() => {})
      await runner.release()
    }
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

  async commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let told = false
    const result = await this.source.transaction(async em => {
      const tx = new Tx(em, this.service)
      const out = await work(tx)
      if (tx.events.length) {
        // last statement before COMMIT: the sequence then follows the order in which a key's row was locked
        await tx.query(
          'INSERT INTO outbox (envelope) SELECT e FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t(e, n) ORDER BY n',
          [JSON.stringify(tx.events)],
        )
        told = true
      }
      return out
    })
    if (told) this.onCommit()
    return result
  }

  /** The relay asks to be woken after a commit that has something to tell. */
  wakeOnCommit(wake: () => void): void {
    this.onCommit = wake
  }
  /** Queries that wait because every connection of the pool is in use. */
  waiting(): number {
    const driver = this.source.driver as unknown as { master?: { waitingCount?: number } }
    return driver.master?.waitingCount ?? 0
  }
  close(): Promise<void> {
    return this.source.destroy()
  }
}
