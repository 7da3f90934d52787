import {
  entitlementOf,
  errors,
  type Entitlement,
  type SubscriptionState,
  type SubscriptionView,
} from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Clock } from '../clock.ts'
import { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import { prepared } from '../db/prepared.ts'

type Row = SubscriptionState & { version: number }
const OF_VERSION = prepared(`
  SELECT version, tier, status, storage_limit::float8 AS "storageLimit", end_date AS "endDate", past_due_since AS "pastDueSince"
  FROM plans WHERE user_id = $1 AND version >= $2`)

/**
 * A service's copy of what billing announced: the newest version of each user's subscription, in its table `plans`
 * (user_id, version, tier, status, storage_limit, end_date, past_due_since). A service that enforces limits subscribes
 * `RememberPlan`, or a subscriber of its own that calls `remember`.
 */
@Injectable()
export class Plans {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The newest version wins, whatever order they come in. */
  remember(tx: Tx, plan: SubscriptionView): void {
    void tx.sql(
      prepared(`INSERT INTO plans (user_id, version, tier, status, storage_limit, end_date, past_due_since)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (user_id) DO UPDATE
         SET version = $2, tier = $3, status = $4, storage_limit = $5, end_date = $6, past_due_since = $7
       WHERE plans.version < $2`),
      [plan.userId, plan.version, plan.tier, plan.status, plan.storageLimit, plan.endDate, plan.pastDueSince],
    )
  }

  /** What a user may do now. Of one made a moment ago billing's word may still be on its way: it is waited for. */
  async of(userId: string): Promise<Entitlement> {
    return entitlementOf(await this.from(userId, 0), this.clock.now())
  }

  /** Answers once this version is here. Never called inside a transaction. */
  async awaitVersion(userId: string, version: number): Promise<void> {
    if (!(await this.from(userId, version))) throw errors.SUBSCRIPTION_PENDING()
  }

  /** Asked of the database, not of memory: another replica may be the one that the event reaches. */
  private from(userId: string, version: number): Promise<Row | undefined> {
    return this.db.eventually(async () => (await this.db.sql<Row>(OF_VERSION, [userId, version]))[0])
  }
}
