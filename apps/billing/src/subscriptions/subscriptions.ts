import { type Actor, auditArgs, billingAudited, errors, requireUser } from '@daymark/contracts'
import { Database, metrics, type Tx } from '@daymark/platform'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { Subscription } from './subscription.entity.ts'

/** The subscription of the caller. Waits for the row of an account that was just created. */
@Injectable()
export class Subscriptions {
  constructor(private readonly db: Database) {}

  async findOfCaller(actor: Actor): Promise<Subscription> {
    const userId = requireUser(actor)
    const find = async () => (await this.db.repository(Subscription).findOneBy({ userId })) ?? undefined
    const subscription = await this.db.pollUntilFound(find)
    if (!subscription) throw errors.SUBSCRIPTION_PENDING()
    return subscription
  }
}

export type Plan = Pick<Subscription, 'tier' | 'cancelAtPeriodEnd'>
export const planOf = ({ tier, cancelAtPeriodEnd }: Subscription): Plan => ({ tier, cancelAtPeriodEnd })

/** Writes an audit entry if the plan or its cancellation changed. */
export function auditPlan(tx: Tx, now: Subscription, before: Plan, by: Actor): void {
  if (now.tier === before.tier && now.cancelAtPeriodEnd === before.cancelAtPeriodEnd) return
  const user = { kind: 'user', id: now.userId, name: by.userId === now.userId ? (by.name ?? null) : null }
  const details = { from: before.tier, to: now.tier, ends_with_period: now.cancelAtPeriodEnd }
  tx.emit(billingAudited, ...auditArgs(by, 'plan.changed', user, details))
}

/** The query counts all accounts, so its result is cached between scrapes. */
const COUNTS_CACHE_MS = 60_000
const COUNT_SUBSCRIPTIONS = 'SELECT tier, status, count(*)::int AS n FROM subscriptions GROUP BY tier, status'
type SubscriptionCount = { tier: string; status: string; n: number }

/** Metric of accounts by plan and payment status. */
@Injectable()
export class SubscriptionMetrics implements OnApplicationBootstrap {
  private cached: { counts: SubscriptionCount[]; at: number } | undefined
  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    const subscriptions = { description: 'Accounts by plan and status' }
    metrics.gauge('daymark.billing.subscriptions', subscriptions, async () =>
      (await this.readCounts()).map(({ tier, status, n }) => [n, { tier, status }]),
    )
  }

  private async readCounts(): Promise<SubscriptionCount[]> {
    if (!this.cached || performance.now() - this.cached.at > COUNTS_CACHE_MS)
      this.cached = { counts: await this.db.sql<SubscriptionCount>(COUNT_SUBSCRIPTIONS), at: performance.now() }
    return this.cached.counts
  }
}
