import { type Actor, errors, requireUser } from '@daymark/contracts'
import { Database, metrics, type Tx } from '@daymark/platform'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { Subscription } from './subscription.entity.ts'

/** Finds the subscriptions of callers. For an account that was just created, waits until its subscription exists. */
@Injectable()
export class Subscriptions {
  constructor(private readonly db: Database) {}

  async findOfCaller(actor: Actor): Promise<Subscription> {
    const userId = requireUser(actor)
    const findSubscription = async () => (await this.db.repository(Subscription).findOneBy({ userId })) ?? undefined
    const subscription = await this.db.pollUntilFound(findSubscription)
    if (!subscription) throw errors.SUBSCRIPTION_PENDING()
    return subscription
  }
}

/** The fields of a plan whose changes are audited. */
export type AuditedPlan = Pick<Subscription, 'tier' | 'cancelAtPeriodEnd'>
export const pickPlan = ({ tier, cancelAtPeriodEnd }: Subscription): AuditedPlan => ({ tier, cancelAtPeriodEnd })

/** Writes an audit entry if the tier or the cancellation of the plan has changed. */
export function auditPlanChange(tx: Tx, subscription: Subscription, planBefore: AuditedPlan, by: Actor): void {
  if (subscription.tier === planBefore.tier && subscription.cancelAtPeriodEnd === planBefore.cancelAtPeriodEnd) return
  const user = {
    kind: 'user',
    id: subscription.userId,
    name: by.userId === subscription.userId ? (by.name ?? null) : null,
  }
  const details = { from: planBefore.tier, to: subscription.tier, ends_with_period: subscription.cancelAtPeriodEnd }
  tx.audit(by, 'plan.changed', user, details)
}

/** Milliseconds for which the counts are cached, because the query reads all accounts. */
const COUNTS_CACHE_MS = 60_000
const COUNT_SUBSCRIPTIONS_SQL = 'SELECT tier, status, count(*)::int AS n FROM subscriptions GROUP BY tier, status'
type SubscriptionCount = { tier: string; status: string; n: number }

/** Provides the metric of accounts by plan and status. */
@Injectable()
export class SubscriptionMetrics implements OnApplicationBootstrap {
  private cachedCounts: { counts: SubscriptionCount[]; readAtMs: number } | undefined
  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    const subscriptions = { description: 'Accounts by plan and status' }
    metrics.gauge('daymark.billing.subscriptions', subscriptions, async () =>
      (await this.readCounts()).map(({ tier, status, n }) => [n, { tier, status }]),
    )
  }

  private async readCounts(): Promise<SubscriptionCount[]> {
    if (!this.cachedCounts || performance.now() - this.cachedCounts.readAtMs > COUNTS_CACHE_MS)
      this.cachedCounts = {
        counts: await this.db.sql<SubscriptionCount>(COUNT_SUBSCRIPTIONS_SQL),
        readAtMs: performance.now(),
      }
    return this.cachedCounts.counts
  }
}
