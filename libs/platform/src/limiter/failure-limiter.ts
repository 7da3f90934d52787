import { type AppError, errors, MAX_LOGIN_ATTEMPTS, LOGIN_WINDOW_MS } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import { Clock } from '../async/time.ts'
import { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import { Every, type Job } from '../service/decorators.ts'

/** The start of the window in which failures count. */
const windowStart = (now: Date): Date => new Date(+now - LOGIN_WINDOW_MS)
/**
 * The end of the window. Failures after this time are ignored: a process with a wrong clock recorded them, and they would lock users out
 * for too long.
 */
const windowEnd = (now: Date): Date => new Date(+now + LOGIN_WINDOW_MS)

/**
 * Milliseconds until the next attempt is allowed; 0 if it is allowed now. At most `attempts` failures are allowed within any 15 minutes.
 */
export function computeWaitMs(failures: Date[], now: Date, attempts = MAX_LOGIN_ATTEMPTS): number {
  const recentFailures = failures
    .filter(failedAt => failedAt > windowStart(now) && failedAt <= windowEnd(now))
    .sort((a, b) => +a - +b)
  const oldestBlocking = recentFailures.at(-attempts)
  if (recentFailures.length < attempts || !oldestBlocking) return 0
  return Math.min(+oldestBlocking + LOGIN_WINDOW_MS - +now, LOGIN_WINDOW_MS)
}

/**
 * Number of attempts that a network may make in 15 minutes, for an action that uses up a capacity, such as the number of guests of an
 * upload link. The guests of a wedding share one address, so the limit of a network applies only once half of the capacity is used; the
 * rest remains for other networks.
 */
export const attemptsPerNetwork = (limits: {
  used: number | undefined
  capacity: number
  perNetwork: number
}): number => ((limits.used ?? 0) * 2 < limits.capacity ? limits.capacity : limits.perNetwork)

/** A key for `FailureLimiter`. It is a digest, because a user may type their password as user name, and an IP address is personal data. */
export const failureKey = (kind: string, ...parts: string[]): string =>
  `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

type FailureRow = { key: string; failed_at: Date[] }

/** The key for which failures are counted, with the allowed number of failures. A plain string allows MAX_LOGIN_ATTEMPTS failures. */
export type FailureKey = string | { key: string; attempts: number }
const keyNameOf = (key: FailureKey): string => (typeof key === 'string' ? key : key.key)

/**
 * Counts failed attempts per key (an account, an address, a link and network) in Postgres, for all replicas. Attempts are checked again
 * after the password comparison: of any number of concurrent attempts at most ten receive a result, and a correct password after ten
 * failures is rejected too. A service that uses it lists `FailuresTable` in its migrations and `DeleteOldFailures` in its jobs.
 */
@Injectable()
export class FailureLimiter {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws TOO_MANY_REQUESTS if a key has reached its limit. Call it before the password comparison, to avoid work for an attempt that will
   * be rejected.
   */
  async assertBelowLimit(keys: FailureKey[]): Promise<void> {
    const sql = 'SELECT key, failed_at FROM failures WHERE key = ANY($1)'
    this.assertAllBelowLimit(keys, await this.db.sql<FailureRow>(sql, [keys.map(keyNameOf)]))
  }

  /** Counts a failure. Returns the error to throw: TOO_MANY_REQUESTS if a key has exceeded its limit, else `error`. */
  async countFailure(keys: FailureKey[], error: AppError): Promise<AppError> {
    return (await this.recordFailures(keys)) ?? error
  }

  /** Like `countFailure`, in a transaction that locks the target of the attempt, so that attempts are counted one after another. */
  async countFailureIn(tx: Tx, keys: FailureKey[], error: AppError): Promise<AppError> {
    return (await this.recordFailuresIn(tx, keys)) ?? error
  }

  /** Counts an action that cannot fail, such as requesting an email. Throws TOO_MANY_REQUESTS beyond the limit. */
  async countAttempt(keys: FailureKey[]): Promise<void> {
    await this.assertBelowLimit(keys)
    const rejection = await this.recordFailures(keys)
    if (rejection) throw rejection
  }

  private recordFailures(keys: FailureKey[]): Promise<AppError | undefined> {
    return this.db.commit(tx => this.recordFailuresIn(tx, keys))
  }
  private async recordFailuresIn(tx: Tx, keys: FailureKey[]): Promise<AppError | undefined> {
    const now = this.clock.monotonicNow()
    // The keys are sorted, to prevent a deadlock between two attempts with the same keys.
    const rows = await tx.sql<FailureRow>(
      `INSERT INTO failures AS f (key, failed_at)
       SELECT k, ARRAY[$2::timestamptz] FROM unnest($1::text[]) AS k ORDER BY k
       ON CONFLICT (key) DO UPDATE
         SET failed_at = ARRAY(SELECT t FROM unnest(f.failed_at) AS t WHERE t > $3 AND t <= $4) || EXCLUDED.failed_at
       RETURNING key, failed_at`,
      [keys.map(keyNameOf), now, windowStart(now), windowEnd(now)],
    )
    const isOverLimit = rows.some(row => row.failed_at.length > allowedAttemptsOf(keys, row))
    return isOverLimit ? tooManyRequests(longestWaitMs(keys, rows, now)) : undefined
  }

  /**
   * Like `assertBelowLimit`, for a correct password. Call it in the transaction that acts on the password, because concurrent failures may
   * have been counted first.
   */
  async assertStillBelowLimit(tx: Tx, keys: FailureKey[]): Promise<void> {
    const sql = 'SELECT key, failed_at FROM failures WHERE key = ANY($1) ORDER BY key FOR UPDATE'
    this.assertAllBelowLimit(keys, await tx.sql<FailureRow>(sql, [keys.map(keyNameOf)]))
  }

  async resetFailures(tx: Tx, key: string): Promise<void> {
    await tx.sql('DELETE FROM failures WHERE key = $1', [key])
  }

  private assertAllBelowLimit(keys: FailureKey[], rows: FailureRow[]): void {
    const waitMs = longestWaitMs(keys, rows, this.clock.monotonicNow())
    if (waitMs > 0) throw tooManyRequests(waitMs)
  }
}

function allowedAttemptsOf(keys: FailureKey[], row: FailureRow): number {
  const matchingKey = keys.find(key => keyNameOf(key) === row.key)
  return typeof matchingKey === 'object' ? matchingKey.attempts : MAX_LOGIN_ATTEMPTS
}
const longestWaitMs = (keys: FailureKey[], rows: FailureRow[], now: Date): number =>
  Math.max(0, ...rows.map(row => computeWaitMs(row.failed_at, now, allowedAttemptsOf(keys, row))))
const tooManyRequests = (waitMs: number): AppError => errors.TOO_MANY_REQUESTS({ retryAfter: Math.ceil(waitMs / 1000) })

/** Deletes rows whose failures are all outside the window. */
@Every('15m')
export class DeleteOldFailures implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run() {
    const now = this.clock.monotonicNow()
    await this.db.commit(tx =>
      tx.sql('DELETE FROM failures WHERE NOT EXISTS (SELECT FROM unnest(failed_at) AS t WHERE t > $1 AND t <= $2)', [
        windowStart(now),
        windowEnd(now),
      ]),
    )
  }
}
