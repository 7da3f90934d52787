import { errors, LOGIN_ATTEMPTS, type AppError } from '@daymark/contracts'
import { Clock, Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { accountKey, addressKey, waitMs, windowEnd, windowStart } from './attempts.ts'

type Row = { failed_at: Date[] }

/**
 * Failed sign-ins per account and per address, in Postgres: all replicas count together. An attempt is judged when its password has
 * been checked, not only before: of any number sent at once, no more than ten learn that they were wrong, and a right one that comes
 * after them is refused as well.
 */
@Injectable()
export class LoginLimiter {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Spares the work of checking a password that would be refused anyway. */
  async assertFree(account: string, address: string): Promise<void> {
    const rows = await this.db.query<Row>('SELECT failed_at FROM login_failures WHERE key = ANY($1)', [
      keys(account, address),
    ])
    this.assertBelow(rows)
  }

  /** Counts a failure; answers what to throw. */
  failed(account: string, address: string, error: AppError): Promise<AppError> {
    const now = this.clock.now()
    return this.db.commit(async tx => {
      // sorted, so that two attempts that share both rows never wait for each other in a circle
      const rows = await tx.query<Row>(
        `INSERT INTO login_failures AS f (key, failed_at)
         SELECT k, ARRAY[$2::timestamptz] FROM unnest($1::text[]) AS k ORDER BY k
         ON CONFLICT (key) DO UPDATE
           SET failed_at = ARRAY(SELECT t FROM unnest(f.failed_at) AS t WHERE t > $3 AND t <= $4) || EXCLUDED.failed_at
         RETURNING failed_at`,
        [keys(account, address), now, windowStart(now), windowEnd(now)],
      )
      return rows.some(r => r.failed_at.length > LOGIN_ATTEMPTS) ? tooMany(rows, now) : error
    })
  }

  /** A right password resets the account's count, not the address's: one own account must not buy guesses at others. */
  async succeeded(tx: Tx, account: string, address: string): Promise<void> {
    const rows = await tx.query<Row>(
      'SELECT failed_at FROM login_failures WHERE key = ANY($1) ORDER BY key FOR UPDATE',
      [keys(account, address)],
    )
    this.assertBelow(rows)
    await this.forgive(tx, account)
  }

  async forgive(tx: Tx, account: string): Promise<void> {
    await tx.query('DELETE FROM login_failures WHERE key = $1', [accountKey(account)])
  }

  private assertBelow(rows: Row[]): void {
    const now = this.clock.now()
    if (rows.some(r => waitMs(r.failed_at, now) > 0)) throw tooMany(rows, now)
  }
}

const keys = (account: string, address: string): string[] => [accountKey(account), addressKey(address)]
const tooMany = (rows: Row[], now: Date): AppError =>
  errors.TOO_MANY_REQUESTS({ retryAfter: Math.ceil(Math.max(...rows.map(r => waitMs(r.failed_at, now))) / 1000) })
