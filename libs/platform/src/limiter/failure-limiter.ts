import { errors, LOGIN_ATTEMPTS, type AppError } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Clock } from '../clock.ts'
import { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import { waitMs, windowEnd, windowStart } from './failures.ts'

type Row = { key: string; failed_at: Date[] }

/** What failures are counted for; where it stands alone, ten of them are allowed. */
export type FailureKey = string | { key: string; attempts: number }
const nameOf = (key: FailureKey): string => (typeof key === 'string' ? key : key.key)

/**
 * Wrong passwords per key (an account, an address, a link and network), in Postgres: all replicas count together. An attempt is
 * judged when its password has been checked, not only before: of any number sent at once, no more than ten learn that they were
 * wrong, and a right one that comes after them is refused as well. A service that uses it lists `FailuresTable` in its migrations
 * and `ForgetFailures` in its jobs.
 */
@Injectable()
export class FailureLimiter {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Spares the work of checking a password that would be refused anyway. */
  async assertFree(keys: FailureKey[]): Promise<void> {
    const sql = 'SELECT key, failed_at FROM failures WHERE key = ANY($1)'
    this.assertBelow(keys, await this.db.sql<Row>(sql, [keys.map(nameOf)]))
  }

  /** Counts a failure; answers what to throw. */
  async failed(keys: FailureKey[], error: AppError): Promise<AppError> {
    return (await this.add(keys)) ?? error
  }

  /** The same in a transaction that holds what the attempt is at: no other one is judged between attempt and count. */
  async failedIn(tx: Tx, keys: FailureKey[], error: AppError): Promise<AppError> {
    return (await this.addIn(tx, keys)) ?? error
  }

  /** Counts an attempt at what has no right or wrong, such as asking for a mail. TOO_MANY_REQUESTS beyond. */
  async admit(keys: FailureKey[]): Promise<void> {
    await this.assertFree(keys)
    const refusal = await this.add(keys)
    if (refusal) throw refusal
  }

  private add(keys: FailureKey[]): Promise<AppError | undefined> {
    return this.db.commit(tx => this.addIn(tx, keys))
  }
  private async addIn(tx: Tx, keys: FailureKey[]): Promise<AppError | undefined> {
    const now = this.clock.steady()
    // sorted, so that two attempts that share both rows never wait for each other in a circle
    const rows = await tx.sql<Row>(
      `INSERT INTO failures AS f (key, failed_at)
       SELECT k, ARRAY[$2::timestamptz] FROM unnest($1::text[]) AS k ORDER BY k
       ON CONFLICT (key) DO UPDATE
         SET failed_at = ARRAY(SELECT t FROM unnest(f.failed_at) AS t WHERE t > $3 AND t <= $4) || EXCLUDED.failed_at
       RETURNING key, failed_at`,
      [keys.map(nameOf), now, windowStart(now), windowEnd(now)],
    )
    const isOver = rows.some(row => row.failed_at.length > attemptsOf(keys, row))
    return isOver ? tooMany(waitOf(keys, rows, now)) : undefined
  }

  /** For a right password, in the transaction that acts on it: failures of the same moment may have come first. */
  async assertStillFree(tx: Tx, keys: FailureKey[]): Promise<void> {
    const sql = 'SELECT key, failed_at FROM failures WHERE key = ANY($1) ORDER BY key FOR UPDATE'
    this.assertBelow(keys, await tx.sql<Row>(sql, [keys.map(nameOf)]))
  }

  async forgive(tx: Tx, key: string): Promise<void> {
    await tx.sql('DELETE FROM failures WHERE key = $1', [key])
  }

  private assertBelow(keys: FailureKey[], rows: Row[]): void {
    const wait = waitOf(keys, rows, this.clock.steady())
    if (wait > 0) throw tooMany(wait)
  }
}

function attemptsOf(keys: FailureKey[], row: Row): number {
  const found = keys.find(key => nameOf(key) === row.key)
  return typeof found === 'object' ? found.attempts : LOGIN_ATTEMPTS
}
const waitOf = (keys: FailureKey[], rows: Row[], now: Date): number =>
  Math.max(0, ...rows.map(row => waitMs(row.failed_at, now, attemptsOf(keys, row))))
const tooMany = (wait: number): AppError => errors.TOO_MANY_REQUESTS({ retryAfter: Math.ceil(wait / 1000) })
