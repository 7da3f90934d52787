import { type Actor, accountOfEvent, toAuditArguments, defineAuditEvent, type EventType } from '@daymark/contracts'
import { randomUUIDv7 } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm'
import type { z } from 'zod'
import { context } from '../telemetry/context.ts'
import { hasNoTimeout, preparedStatement, type Sql, toQueryConfig } from './connection.ts'

/** Column values that identify a row. The row must have all of them. */
export type RowKey<E> = { [K in keyof E]?: string }
type RowLookup<E> = { entity: EntityTarget<E>; key: RowKey<E>; lock?: 'FOR UPDATE' | undefined }
type SendStatement = (text: Sql, params: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * Loads one row as an entity with a prepared statement. TypeORM's own finders build their statement and let Postgres plan it each time,
 * which takes as long as all other statements of an event.
 */
export async function findRow<E extends ObjectLiteral>(
  source: DataSource,
  send: SendStatement,
  { entity, key, lock }: RowLookup<E>,
): Promise<E | null> {
  const metadata = source.getMetadata(entity)
  const columns = metadata.columns.map(({ databaseName }) => `"${databaseName}"`)
  const names = Object.keys(key).map(name => metadata.findColumnWithPropertyName(name)?.databaseName ?? name)
  const conditions = names.map((name, n) => `"${name}" = $${n + 1}`)
  const text = `SELECT ${columns.join(', ')} FROM ${metadata.tablePath} WHERE ${conditions.join(' AND ')} LIMIT 1 ${lock ?? ''}`
  const [row] = await send(preparedStatement(text), Object.values(key))
  if (!row) return null
  const entityRow = metadata.create() as E
  for (const column of metadata.columns)
    column.setEntityValue(entityRow, source.driver.prepareHydratedValue(row[column.databaseName], column))
  return entityRow
}

const INSERT_EVENTS = preparedStatement(`
  INSERT INTO outbox (priority, owner, envelope)
  SELECT e ->> 'priority', e ->> 'owner', e -> 'envelope' FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t(e, n) ORDER BY n`)

/** Channel on which the running service is notified by transactions of other processes (`OutboxRelay`). */
export const outboxChannelOf = (service: string): string => `outbox_${service}`
const NOTIFY = 'SELECT pg_notify($1, $2)'
const LOCK = preparedStatement('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))')

/** One transaction: rows and the events about them commit together or not at all. */
export class Tx {
  readonly events: object[] = []
  private readonly sentStatements: Promise<unknown>[] = []
  private readonly afterCommitCallbacks: (() => void)[] = []
  constructor(
    public readonly em: EntityManager,
    private readonly connection: PoolClient,
    private readonly service: string,
    /** Undefined in a `daymark` command: the running service runs the jobs. */
    private readonly onJobRequested?: (name: string) => void,
  ) {}
  /** Sends a statement and waits for its rows. If no rows are needed, use `send`, which saves a round trip. */
  sql<T = Record<string, unknown>>(text: Sql, params: unknown[] = []): Promise<T[]> {
    const rows = this.connection.query(toQueryConfig(text, params)).then(result => result.rows as T[])
    // `waitForStatements` reports the failure. Until then it must not be treated as an unhandled rejection.
    rows.catch(() => {})
    this.sentStatements.push(rows)
    return rows
  }
  /**
   * Sends a statement without waiting for it: the connection pipelines, so locks are held for fewer round trips. Statements take effect in
   * the order of their calls, and if one fails, the commit fails (adr/0012).
   */
  send(text: Sql, params: unknown[] = []): void {
    void this.sql(text, params)
  }
  /** Takes the advisory lock with this name until the transaction ends. Later statements of the transaction run while it holds the lock. */
  lock(name: string): void {
    this.send(LOCK, [name])
  }
  /** Finds a row by its key with a prepared statement. Use it for lookups that happen for every event. */
  find<E extends ObjectLiteral>(entity: EntityTarget<E>, key: RowKey<E>, lock?: 'FOR UPDATE'): Promise<E | null> {
    return findRow(this.em.connection, (text, params) => this.sql(text, params), { entity, key, lock })
  }
  insert<E extends ObjectLiteral>(entity: EntityTarget<E>, row: QueryDeepPartialEntity<E>): void {
    this.sendBuilt(this.em.createQueryBuilder().insert().into(entity).values(row).updateEntity(false))
  }
  update<E extends ObjectLiteral>(entity: EntityTarget<E>, id: string, row: QueryDeepPartialEntity<E>): void {
    this.sendBuilt(this.em.createQueryBuilder().update(entity).set(row).whereInIds(id))
  }
  /** Waits for all statements. Rejects with the first failure. */
  async waitForStatements(): Promise<void> {
    for (const statement of this.sentStatements) await statement
  }
  /**
   * Publishes an event when the transaction commits. Events of one key are published in the order of their commits within a priority;
   * subscribers keep the newest state (adr/0014).
   */
  emit<E extends EventType>(type: E, key: string, data: z.input<E['data']>, actor?: Actor): void {
    const envelope = {
      id: randomUUIDv7(),
      type: type.name,
      time: new Date().toISOString(),
      source: this.service,
      subject: key,
      actor: type.includesCaller ? actor : actor && { userId: actor.userId, role: actor.role },
      traceparent: context.traceparent(),
      data: type.data.parse(data),
    }
    this.events.push({ priority: type.priority, owner: accountOfEvent(envelope), envelope })
  }
  /** Publishes an entry of the audit log when the transaction commits, with the arguments of `toAuditArguments`. */
  audit(...entry: Parameters<typeof toAuditArguments>): void {
    this.emit(defineAuditEvent(this.service), ...toAuditArguments(...entry))
  }
  /** Starts a scheduled job of this service after the commit instead of at the end of its interval. */
  startJob({ name }: { name: string }): void {
    if (this.onJobRequested) this.afterCommit(() => this.onJobRequested?.(name))
    else this.notify(name)
  }
  /** When the transaction commits, wakes the running process of this service, which then starts the job or publishes the pending events. */
  notify(job = ''): void {
    this.send(NOTIFY, [outboxChannelOf(this.service), job])
  }
  /**
   * Calls `run` after the commit. Use it only for optional effects such as waking a job, because they are lost if the process dies after
   * the commit.
   */
  afterCommit(run: () => void): void {
    this.afterCommitCallbacks.push(run)
  }
  runAfterCommit(): void {
    for (const run of this.afterCommitCallbacks) run()
  }
  private sendBuilt(builder: { getQueryAndParameters(): [string, unknown[]] }): void {
    const [text, params] = builder.getQueryAndParameters()
    this.send(preparedStatement(text), params)
  }
}

/** Runs BEGIN, the work, the insertion of its events, and COMMIT on one connection. */
export async function runTransaction<T>(tx: Tx, connection: PoolClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    tx.send('BEGIN')
    if (hasNoTimeout()) tx.send('SET LOCAL statement_timeout = 0')
    const result = await work(tx)
    // This is the last statement before COMMIT, so that the sequence numbers of a key's events follow the order in which its row was
    // locked.
    if (tx.events.length) tx.send(INSERT_EVENTS, [JSON.stringify(tx.events)])
    tx.send('COMMIT')
    // Without this wait, the failure would be lost: COMMIT after a failed statement rolls back without an error.
    await tx.waitForStatements()
    return result
  } catch (error) {
    // sent outside of `tx`, so that a failure of ROLLBACK does not hide the cause
    await connection.query('ROLLBACK').catch(() => {})
    await tx.waitForStatements() // throws the first failure, which caused the others
    throw error
  }
}
