import { act, type Actor, billingAudited } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Subscription } from './subscription.entity.ts'

export type Plan = Pick<Subscription, 'tier' | 'cancelAtPeriodEnd'>
export const planOf = ({ tier, cancelAtPeriodEnd }: Subscription): Plan => ({ tier, cancelAtPeriodEnd })

/** For the audit log: another plan, or one that ends with its period from now on, or no longer. */
export function auditPlan(tx: Tx, now: Subscription, before: Plan, by: Actor): void {
  if (now.tier === before.tier && now.cancelAtPeriodEnd === before.cancelAtPeriodEnd) return
  const user = { kind: 'user', id: now.userId, name: by.userId === now.userId ? (by.name ?? null) : null }
  const details = { from: before.tier, to: now.tier, ends_with_period: now.cancelAtPeriodEnd }
  tx.emit(billingAudited, ...act(by, 'plan.changed', user, details))
}
