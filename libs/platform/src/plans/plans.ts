import {
  type Entitlement,
  entitlementOf,
  errors,
  type EventOf,
  type SubscriptionState,
  subscriptionChanged,
  type SubscriptionView,
} from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Clock } from '../async/time.ts'
import { preparedStatement } from '../db/connection.ts'
import { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import { type Commit, On, type Subscriber } from '../service/decorators.ts'

type PlanRow = SubscriptionState & { version: number }
const SELECT_PLAN = preparedStatement(`
  SELECT version, tier, status, storage_limit::float8 AS "storageLimit", end_date AS "endDate", past_due_since AS "pastDueSince"
  FROM plans WHERE user_id = $1 AND version >= $2`)

/**
 * The replicated subscriptions of a service: the newest version for each user in its table `plans` (user_id, version, tier, status,
 * storage_limit, end_date, past_due_since). A service that enforces limits registers `SavePlan` or a subscriber that calls `save`.
 */
@Injectable()
export class Plans {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores a subscription unless a newer version is stored. Events may arrive in any order. */
  save(tx: Tx, plan: SubscriptionView): void {
    tx.send(
      preparedStatement(`INSERT INTO plans (user_id, version, tier, status, storage_limit, end_date, past_due_since)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (user_id) DO UPDATE
         SET version = $2, tier = $3, status = $4, storage_limit = $5, end_date = $6, past_due_since = $7
       WHERE plans.version < $2`),
      [plan.userId, plan.version, plan.tier, plan.status, plan.storageLimit, plan.endDate, plan.pastDueSince],
    )
  }

  /** The current entitlement of a user. For a new account, it waits for the first event of the billing service. */
  async entitlementOf(userId: string): Promise<Entitlement> {
    return entitlementOf(await this.waitForPlan(userId, 0), this.clock.now())
  }

  /**
   * Waits until this version of the subscription is stored. Throws SUBSCRIPTION_PENDING after the timeout. Never call it inside a
   * transaction.
   */
  async awaitVersion(userId: string, version: number): Promise<void> {
    if (!(await this.waitForPlan(userId, version))) throw errors.SUBSCRIPTION_PENDING()
  }

  /**
   * Waits until a plan of at least this version is stored. Undefined after the timeout. Reads from the database, not from memory, because
   * another replica may receive the event.
   */
  private waitForPlan(userId: string, version: number): Promise<PlanRow | undefined> {
    return this.db.pollUntilFound(async () => (await this.db.sql<PlanRow>(SELECT_PLAN, [userId, version]))[0])
  }
}

/** Stores plans, for services that do nothing else when a plan changes. */
@On(subscriptionChanged)
export class SavePlan implements Subscriber<typeof subscriptionChanged> {
  constructor(private readonly plans: Plans) {}

  async on({ data }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    await commit(async tx => this.plans.save(tx, data))
  }
}
