import { errors, LOGIN_ATTEMPTS, type AppError } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Clock } from '../clock.ts'
import { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import { waitMs, windowEnd, windowStart } from './failures.ts'

type Row = { failed_at: Date[] }

/**
 * Wrong passwords per key (an account, an address, a link and network), in Postgres: all replicas count together. An attempt is
 * judged when its password has been checked, not only before: of any number sent at once, no more than ten learn that they were
 * wrong, and a right one that comes after them is refused as well. A service that uses it lists `FailuresTable` in its migrations
 * and `ForgetFailures` in its jobs.
 */
@Injectable()
export class FailureLimiter {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  /** Spares the work of checking a password that would be refused anyway. */
  async assertFree(keys: string[]): Promise<void> {
    this.assertBelow(await this.db.sql<Row>('SELECT failed_at FROM failures WHERE key = ANY($1)', [keys]))
  }

  /** Counts a failure; answers what to throw. */
  failed(keys: string[], error: AppError): Promise<AppError> {
    const now = this.clock.steady()
    return this.db.commit(async tx => {
      // sorted, so that two attempts that share both rows never wait for each other in a circle
      const rows = await tx.sql<Row>(
        `INSERT INTO failures AS f (key, failed_at)
         SELECT k, ARRAY[$2::timestamptz] FROM unnest($1::text[]) AS k ORDER BY k
         ON CONFLICT (key) DO UPDATE
           SET failed_at = ARRAY(SELECT t FROM unnest(f.failed_at) AS t WHERE t > $3 AND t <= $4) || EXCLUDED.failed_at
         RETURNING failed_at`,
        [keys, now, windowStart(now), windowEnd(now)],
      )
      return rows.some(r => r.failed_at.length > LOGIN_ATTEMPTS) ? tooMany(rows, now) : error
    })
  }

  /** For a right password, in the transaction that acts on it: failures of the same moment may have come first. */
  async assertStillFree(tx: Tx, keys: string[]): Promise<void> {
    const sql = 'SELECT failed_at FROM failures WHERE key = ANY($1) ORDER BY key FOR UPDATE'
    this.assertBelow(await tx.sql<Row>(sql, [keys]))
  }

  async forgive(tx: Tx, key: string): Promise<void> {
    await tx.sql('DELETE FROM failures WHERE key = $1', [key])
  }

  private assertBelow(rows: Row[]): void {
    const now = this.clock.steady()
    if (rows.some(r => waitMs(r.failed_at, now) > 0)) throw tooMany(rows, now)
  }
}

const tooMany = (rows: Row[], now: Date): AppError =>
  errors.TOO_MANY_REQUESTS({ retryAfter: Math.ceil(Math.max(...rows.map(r => waitMs(r.failed_at, now))) / 1000) })
