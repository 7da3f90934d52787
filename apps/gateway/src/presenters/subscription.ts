import { entitlementOf, formatBytes, graceEnd, type http, PLANS, type SubscriptionView } from '@daymark/contracts'

/** S-SUB-01. What was bought names the plan; what counts now decides features and limits (rule 10). */
export function presentSubscription(subscription: SubscriptionView, used: number, now: Date): http.Subscription {
  const { name, price } = PLANS[subscription.tier]
  const { features, limits, storageLimit: limit } = entitlementOf(subscription, now)
  return {
    tier: subscription.tier,
    tierName: name,
    status: subscription.status,
    price,
    endDate: subscription.endDate,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd ?? false,
    graceUntil: graceEnd(subscription)?.toISOString() ?? null,
    managed: subscription.managed ?? false,
    storage: {
      used,
      limit,
      usedFormatted: formatBytes(used),
      limitFormatted: formatBytes(limit),
      percentage: percentage(used, limit),
    },
    features,
    limits,
  }
}

/** With two decimals: a library just above a boundary of the storage bar must not be rounded onto it (rule 54). */
const percentage = (used: number, limit: number): number => (limit > 0 ? Math.ceil((used / limit) * 10_000) / 100 : 100)
