import type { Context } from '@opentelemetry/api'
import pg from 'pg'
import { beginStatement } from '../telemetry/statement-span.ts'
import { requireTrustedServer } from './trusted-server.ts'

/** `within`: to what trace it belongs, where somebody else's turn may bring it to a connection. */
export type TracedQuery = pg.QueryConfig & { within?: Context }
type Answered = (error: Error | null, result: unknown) => void

/**
 * A connection that ends hands its error to whoever listens, and ends the process where nobody does. The pool stops listening when
 * it gives one away and the next user begins a moment later: Postgres's farewell may be in the packet that brought the answer
 * before. Whoever has it then is told by its first statement.
 */
export class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
    requireTrustedServer(this)
  }

  /** As the driver has it, in all its forms, with a span where the trace is kept. */
  override query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
  override query(...args: unknown[]): never
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...args: unknown[]) => never
    const [asked] = args as [string | TracedQuery]
    const { text, within } = typeof asked === 'string' ? { text: asked } : asked
    const end = beginStatement(text, within)
    if (!end) return query(...args)
    const answered = args.at(-1)
    if (typeof answered !== 'function') {
      const answer = query(...args) as Promise<unknown>
      answer.then(() => end(), end)
      return answer as never
    }
    const ended: Answered = (error, result) => {
      end(error)
      ;(answered as Answered)(error, result)
    }
    return query(...args.slice(0, -1), ended)
  }
}
