import { z } from 'zod'
import { GB, TB, DAY_MS } from './limits.ts'

/** The four plans in ascending order (L-MKT-01). Compare tiers by their index here, never by name. */
export const TIERS = ['starter', 'professional', 'advanced', 'studio'] as const
/** Marked as pure, so that the bundler can remove zod from browser bundles that use only the plans. */
export const tier = /* @__PURE__ */ z.enum(TIERS)
export type Tier = z.infer<typeof tier>

export const subscriptionStatus = /* @__PURE__ */ z.enum(['active', 'trialing', 'past_due', 'canceled', 'incomplete'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

/** The features that a plan can include (rule 12). */
export const FEATURES = [
  'watermarks',
  'batch_rename',
  'advanced_analytics',
  'custom_domain',
  'priority_support',
  'white_label',
  'api_access',
  'unlimited_albums',
  'automatic_backups',
  'daily_backups',
  'offsite_backups',
  'encryption_at_rest',
] as const
export type Feature = (typeof FEATURES)[number]

export type Plan = {
  tier: Tier
  name: string
  /** Whole currency units per month (S-BILL-09). */
  price: number
  /** Storage of a paid plan in bytes (rule 6). */
  storageLimit: number
  /** Storage in bytes of a plan granted by the super admin (S-ADA-14, rule 6). */
  grantedStorageLimit: number
  /** null = unlimited (L-ROLE-04). */
  albumLimit: number | null
  features: readonly Feature[]
}

const professionalFeatures = [
  'watermarks',
  'batch_rename',
  'advanced_analytics',
  'custom_domain',
  'unlimited_albums',
  'encryption_at_rest',
] as const

/** The catalog of plans: prices, limits and features (rules 6, 12). */
export const PLANS: Record<Tier, Plan> = {
  starter: {
    tier: 'starter',
    name: 'Starter',
    price: 7,
    storageLimit: 150 * GB,
    grantedStorageLimit: 100 * GB,
    albumLimit: 10,
    features: [],
  },
  professional: {
    tier: 'professional',
    name: 'Professional',
    price: 19,
    storageLimit: 500 * GB,
    grantedStorageLimit: 500 * GB,
    albumLimit: null,
    features: [...professionalFeatures, 'automatic_backups'],
  },
  advanced: {
    tier: 'advanced',
    name: 'Advanced',
    price: 39,
    storageLimit: 1.5 * TB,
    grantedStorageLimit: 1.5 * TB,
    albumLimit: null,
    features: [...professionalFeatures, 'priority_support', 'daily_backups'],
  },
  studio: {
    tier: 'studio',
    name: 'Studio',
    price: 79,
    storageLimit: 3 * TB,
    grantedStorageLimit: 2 * TB,
    albumLimit: null,
    features: [
      ...professionalFeatures,
      'priority_support',
      'daily_backups',
      'offsite_backups',
      'white_label',
      'api_access',
    ],
  },
}

export const isAtLeast = (current: Tier, required: Tier): boolean => TIERS.indexOf(current) >= TIERS.indexOf(required)
/** Returns the lowest plan with a feature. */
export const lowestTierWith = (feature: Feature): Tier =>
  TIERS.find(t => PLANS[t].features.includes(feature)) ?? 'studio'

/** Returns the features of a plan if `apiTier`, a setting of the installation, is the lowest plan with API access (rule 13). */
export function featuresForApiTier(
  apiTier: Tier,
  { tier: planTier, features }: Pick<Plan, 'tier' | 'features'>,
): readonly Feature[] {
  if (isAtLeast(planTier, apiTier) === features.includes('api_access')) return features
  return isAtLeast(planTier, apiTier)
    ? [...features, 'api_access']
    : features.filter(feature => feature !== 'api_access')
}

/** Grace period of an overdue subscription (rule 10). */
export const PAST_DUE_GRACE_MS = 7 * DAY_MS

/** Fields of a subscription that determine the entitlement. Times are ISO texts in events and responses, and dates in database rows. */
export type SubscriptionState = {
  tier: Tier
  status: SubscriptionStatus
  storageLimit: number
  endDate: string | Date | null
  pastDueSince: string | Date | null
}

/** Current limits and features of a user. */
export type Entitlement = Pick<Plan, 'tier' | 'name' | 'albumLimit' | 'features'> & { storageLimit: number }

/**
 * Computes the current entitlement of a user; every check and screen uses it. If the subscription is unpaid, ended, or overdue for a week, the
 * user has the limits of starter, and at most the storage of a paid starter plan (rules 6, 10). A user without a subscription has a granted
 * starter plan.
 */
export function entitlementOf(subscription: SubscriptionState | null | undefined, now: Date): Entitlement {
  if (!subscription) return entitlementOfTier('starter', PLANS.starter.grantedStorageLimit)
  const { tier: boughtTier, storageLimit } = subscription
  if (!hasLapsed(subscription, now)) return entitlementOfTier(boughtTier, storageLimit)
  return entitlementOfTier('starter', Math.min(storageLimit, PLANS.starter.storageLimit))
}

function entitlementOfTier(planTier: Tier, storageLimit: number): Entitlement {
  const { tier: plan, name, albumLimit, features } = PLANS[planTier]
  return { tier: plan, name, albumLimit, features, storageLimit }
}

/** Returns the end of the grace period, or undefined if the subscription is not overdue. */
export const gracePeriodEnd = ({
  status,
  pastDueSince,
}: Pick<SubscriptionState, 'status' | 'pastDueSince'>): Date | undefined =>
  status === 'past_due' && pastDueSince ? new Date(+new Date(pastDueSince) + PAST_DUE_GRACE_MS) : undefined

function hasLapsed({ status, endDate, pastDueSince }: SubscriptionState, now: Date): boolean {
  if (status === 'past_due') return +now >= +(gracePeriodEnd({ status, pastDueSince }) ?? now)
  // A canceled plan applies until the end of the paid period.
  if (status === 'canceled') return !endDate || +now >= +new Date(endDate)
  return status === 'incomplete'
}
