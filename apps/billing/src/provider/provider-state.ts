import { type SubscriptionStatus, type Tier, TIERS } from '@daymark/contracts'
import type Stripe from 'stripe'

/** The state of an account's subscription at the payment provider. */
export type ProviderState = {
  providerId: string
  tier: Tier
  status: SubscriptionStatus
  endDate: Date | null
  cancelAtPeriodEnd: boolean
}
/**
 * The subscriptions of one customer at the payment provider. `stripeSubscription` is the newest active subscription;
 * `extraSubscriptions` are the other active subscriptions, which must be canceled.
 */
export type CustomerState = {
  state?: ProviderState
  stripeSubscription?: Stripe.Subscription
  extraSubscriptions: Stripe.Subscription[]
}

export const priceLookupKey = (tier: Tier): string => `daymark_${tier}_monthly`
/** Returns the id of the Stripe product of a tier. Subscriptions with an old price are recognized by their product. */
export const stripeProductId = (tier: Tier): string => `daymark_${tier}`

/**
 * The status of a subscription by its status at Stripe. Subscriptions with any other status, such as `incomplete`, are ignored, because
 * their first payment has not succeeded.
 */
const STATUS_BY_STRIPE_STATUS: Record<string, SubscriptionStatus> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'incomplete',
  canceled: 'canceled',
}
const isActive = ({ status }: Stripe.Subscription): boolean => status !== 'canceled'

/**
 * Returns the state of the newest active subscription, or of the one that ended last if none is active. Ignores subscriptions to other
 * products.
 */
export function readProviderState(subscriptions: Stripe.Subscription[]): CustomerState {
  const daymarkSubscriptions = subscriptions.filter(one => STATUS_BY_STRIPE_STATUS[one.status] && readTier(one))
  const [stripeSubscription, ...extraSubscriptions] = daymarkSubscriptions
    .filter(isActive)
    .toSorted((a, b) => b.created - a.created)
  const [endedSubscription] = daymarkSubscriptions
    .filter(one => !isActive(one))
    .toSorted((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0))
  const relevantSubscription = stripeSubscription ?? endedSubscription
  return { state: relevantSubscription && readState(relevantSubscription), stripeSubscription, extraSubscriptions }
}

function readState(subscription: Stripe.Subscription): ProviderState | undefined {
  const [tier, status] = [readTier(subscription), STATUS_BY_STRIPE_STATUS[subscription.status]]
  if (!tier || !status) return undefined
  return {
    providerId: subscription.id,
    tier,
    status,
    endDate: readEndDate(subscription),
    cancelAtPeriodEnd: status !== 'canceled' && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
  }
}

export function readTier({ items }: Stripe.Subscription): Tier | undefined {
  const price = items.data[0]?.price
  const product = typeof price?.product === 'string' ? price.product : price?.product.id
  return (
    TIERS.find(tier => price?.lookup_key === priceLookupKey(tier)) ??
    TIERS.find(tier => product === stripeProductId(tier))
  )
}

function readEndDate({ status, ended_at, canceled_at, cancel_at, items }: Stripe.Subscription): Date | null {
  const seconds =
    status === 'canceled' ? (ended_at ?? canceled_at) : (cancel_at ?? items.data[0]?.current_period_end ?? null)
  return seconds === null ? null : new Date(seconds * 1000)
}
