import {
  entitlementOf,
  featuresWith,
  formatBytes,
  graceEnd,
  type http,
  PLANS,
  type SubscriptionView,
  type Tier,
} from '@daymark/contracts'

type About = { used: number; apiTier: Tier; now: Date }

/** S-SUB-01. What was bought names the plan; what counts now decides features and limits (rule 10). */
export function presentSubscription(subscription: SubscriptionView, { used, apiTier, now }: About): http.Subscription {
  const { name, price } = PLANS[subscription.tier]
  const entitlement = entitlementOf(subscription, now)
  const { limits, storageLimit: limit } = entitlement
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
    features: featuresWith(apiTier, entitlement),
    apiTier,
    limits,
  }
}

/** With two decimals: a library just above a boundary of the storage bar must not be rounded onto it (rule 54). */
const percentage = (used: number, limit: number): number => (limit > 0 ? Math.ceil((used / limit) * 10_000) / 100 : 100)
