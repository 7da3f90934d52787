import { errors } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { networkOf } from './network.ts'

const ATTEMPTS = 10
export const ATTEMPT_WINDOW_MS = 15 * 60_000

const moved = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

/** Ten wrong passwords per link and network in 15 minutes; one count for all replicas. */
@Injectable()
export class UnlockLimiter {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async begin(linkId: string, address: string): Promise<{ succeeded(): Promise<void> }> {
    const network = networkOf(address)
    const now = this.clock.now()
    const [attempt] = await this.db.commit(tx =>
      tx.query<{ count: number; since: Date }>(
        `INSERT INTO unlock_attempts AS a (link_id, network, since, count) VALUES ($1, $2, $3, 1)
         ON CONFLICT (link_id, network) DO UPDATE
         SET since = CASE WHEN a.since <= $4 OR a.since > $6 THEN $3 ELSE a.since END,
             count = CASE WHEN a.since <= $4 OR a.since > $6 THEN 1 ELSE LEAST(a.count + 1, $5) END
         RETURNING count, since`,
        // beyond $6 a clock was put back meanwhile: that must lock nobody out
        [linkId, network, now, moved(now, -ATTEMPT_WINDOW_MS), ATTEMPTS + 1, moved(now, ATTEMPT_WINDOW_MS)],
      ),
    )
    if (attempt && attempt.count > ATTEMPTS) {
      const waitMs = attempt.since.getTime() + ATTEMPT_WINDOW_MS - now.getTime()
      throw errors.TOO_MANY_REQUESTS({ retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
    return { succeeded: () => this.takeBack(linkId, network) }
  }

  /** A right password is no attempt, but does not forgive those of others behind the same address. */
  private async takeBack(linkId: string, network: string): Promise<void> {
    await this.db.commit(tx =>
      tx.query('UPDATE unlock_attempts SET count = GREATEST(count - 1, 0) WHERE link_id = $1 AND network = $2', [
        linkId,
        network,
      ]),
    )
  }
}
