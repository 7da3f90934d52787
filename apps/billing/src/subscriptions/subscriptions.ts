import { auditArgs, type Actor, billingAudited, errors, requireUser } from '@daymark/contracts'
import { Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Subscription } from './subscription.entity.ts'

/** The subscription of the caller. Waits for the row of an account that was just created. */
@Injectable()
export class Subscriptions {
  constructor(private readonly db: Database) {}

  async ofCaller(actor: Actor): Promise<Subscription> {
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
