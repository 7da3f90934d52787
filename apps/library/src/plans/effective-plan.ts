import { PLANS, type PlanLimits, type SubscriptionStatus, type Tier } from '@daymark/contracts'

export type EffectivePlan = { tier: Tier; storageLimit: number; albumLimit: number | null; limits: PlanLimits }
export type Subscription = {
  tier: Tier
  status: SubscriptionStatus
  storageLimit: number
  endDate: Date | null
  pastDueSince: Date | null
}

const PAST_DUE_GRACE_MS = 7 * 86_400_000

/** What a user may do now. Nobody we know of, an unpaid or an ended subscription have the limits of starter (READINGS 10). */
export function effectivePlan(subscription: Subscription | null, now: Date): EffectivePlan {
  if (subscription && isPaid(subscription, now)) return planOf(subscription.tier, subscription.storageLimit)
  const starter = PLANS.starter.grantedStorageLimit
  return planOf('starter', Math.min(subscription?.storageLimit ?? starter, PLANS.starter.storageLimit))
}

/** The user's own storage limit rules over the plan's (READINGS 6). */
function planOf(tier: Tier, storageLimit: number): EffectivePlan {
  const { albumLimit, limits } = PLANS[tier]
  return { tier, storageLimit, albumLimit, limits }
}

function isPaid({ status, endDate, pastDueSince }: Subscription, now: Date): boolean {
  if (status === 'active' || status === 'trialing') return true
  if (status === 'past_due') return now.getTime() - (pastDueSince ?? now).getTime() < PAST_DUE_GRACE_MS
  return status === 'canceled' && endDate !== null && endDate > now
}
