import type { Context } from '@opentelemetry/api'
import { AsyncLocalStorage } from 'node:async_hooks'
import pg, { type QueryConfig } from 'pg'
import { beginStatementSpan } from '../telemetry/tracing.ts'
import { requireTrustedServer } from './trusted-server.ts'

/** Timeouts that Postgres enforces, in ms. 0 means no timeout. */
export type Timeouts = { statement: number; lock: number; idleTransaction: number }

const NO_TIMEOUTS: Timeouts = { statement: 0, lock: 0, idleTransaction: 0 }
const TIMEOUT_SETTINGS = {
  statement: 'statement_timeout',
  lock: 'lock_timeout',
  idleTransaction: 'idle_in_transaction_session_timeout',
} as const
const timeoutSettingEntries = Object.entries(TIMEOUT_SETTINGS) as [keyof Timeouts, string][]

/** Returns the startup options that set the timeouts of each connection of a pool. */
export const formatTimeoutOptions = (timeouts: Timeouts = NO_TIMEOUTS): string =>
  timeoutSettingEntries.map(([key, name]) => `-c ${name}=${timeouts[key]}`).join(' ')

/** Statements that disable the timeouts of a connection, and statements that restore them. */
export const DISABLE_TIMEOUTS = timeoutSettingEntries.map(([, name]) => `SET ${name} = 0`).join('; ')
export const RESET_TIMEOUTS = timeoutSettingEntries.map(([, name]) => `RESET ${name}`).join('; ')

/** Set while `withoutTimeout` runs. */
const noTimeoutStorage = new AsyncLocalStorage<true>()
export const hasNoTimeout = (): boolean => noTimeoutStorage.getStore() === true
/** Runs `work` without statement timeouts in its commits. For jobs and exports only, because no request waits for them. */
export const withoutTimeout = <T>(work: () => Promise<T>): Promise<T> => noTimeoutStorage.run(true, work)

/** Plain SQL, which Postgres plans at each execution, or a statement of `preparedStatement`. */
export type Sql = string | PreparedStatement
type PreparedStatement = { readonly text: string; readonly name?: string }

/**
 * Maximum number of prepared statements. Every connection stores all of them, so the limit bounds memory if the text of a statement is
 * built dynamically by mistake.
 */
const MAX_PREPARED = 500
const preparedStatements = new Map<string, PreparedStatement>()

/**
 * Marks a statement as prepared: Postgres parses and plans it once per connection, which saves a third of its time for the short statements
 * of an event. Postgres may use one plan for all values, so use this for lookups by key and not for searches.
 */
export function preparedStatement(text: string): PreparedStatement {
  const existing = preparedStatements.get(text)
  if (existing || preparedStatements.size >= MAX_PREPARED) return existing ?? { text }
  const statement = { text, name: `daymark_${preparedStatements.size}` }
  preparedStatements.set(text, statement)
  return statement
}

/** Converts a statement to the form that the driver expects. */
export const toQueryConfig = (sql: Sql, values: unknown[]): QueryConfig =>
  typeof sql === 'string' ? { text: sql, values } : { ...sql, values }

/** `traceContext` is the context of the caller, because the pool may run the query later in the context of another caller. */
export type TracedQuery = pg.QueryConfig & { traceContext?: Context }
type QueryCallback = (error: Error | null, result: unknown) => void

/**
 * A connection that always has an error listener. The pool removes its own listener when it hands out a connection, and the code that uses
 * the connection adds another one later. Without this listener, an error in between, such as the shutdown notice of Postgres, would end
 * the process. The first statement on the connection reports the error.
 */
export class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
    requireTrustedServer(this)
  }

  /** Runs a query with all overloads of the driver. Records a span if the trace is sampled. */
  override query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
  override query(...args: unknown[]): never
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...args: unknown[]) => never
    const [statement] = args as [string | TracedQuery]
    const { text, traceContext } = typeof statement === 'string' ? { text: statement } : statement
    const endSpan = beginStatementSpan(text, traceContext)
    if (!endSpan) return query(...args)
    const callback = args.at(-1)
    if (typeof callback !== 'function') {
      const resultPromise = query(...args) as Promise<unknown>
      resultPromise.then(() => endSpan(), endSpan)
      return resultPromise as never
    }
    const endSpanAndCall: QueryCallback = (error, result) => {
      endSpan(error)
      ;(callback as QueryCallback)(error, result)
    }
    return query(...args.slice(0, -1), endSpanAndCall)
  }
}
