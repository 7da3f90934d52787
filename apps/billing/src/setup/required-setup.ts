import { PLANS, type Tier, TIERS } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import type Stripe from 'stripe'
import { z } from 'zod'
import { SUBSCRIBED_EVENT_TYPES } from '../events/stripe-events.ts'
import { digestRequest } from '../provider/customers.ts'
import { priceLookupKey, stripeProductId } from '../provider/provider-state.ts'
import { SETUP_METADATA } from '../provider/stripe-account.ts'

/** The only shared setting that these commands read. Other settings may be missing. */
export class SiteConfig extends Config('DAYMARK', z.object({ publicUrl: z.url().optional() })) {}

/** Address to which Stripe sends its events. */
export const webhookUrl = (publicUrl: string): string => `${publicUrl.replace(/\/+$/, '')}/api/billing/webhook`

/** The currency that every screen shows. */
const CURRENCY = 'usd'
const CENTS_PER_DOLLAR = 100

export const buildRequiredPrice = (tier: Tier) =>
  ({
    product: stripeProductId(tier),
    lookup_key: priceLookupKey(tier),
    currency: CURRENCY,
    unit_amount: PLANS[tier].price * CENTS_PER_DOLLAR,
    recurring: { interval: 'month' },
  }) satisfies Stripe.PriceCreateParams

/** False if an existing price differs, so that setup must run again. */
export function matchesRequiredPrice({ unit_amount, currency, recurring }: Stripe.Price, tier: Tier): boolean {
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
  return isMonthly && unit_amount === PLANS[tier].price * CENTS_PER_DOLLAR && currency === CURRENCY
}

/** The portal allows the same actions as Daymark, with the same rules. */
export function buildRequiredPortal(prices: Map<Tier, string>) {
  const products = TIERS.map(tier => ({ product: stripeProductId(tier), prices: [prices.get(tier) ?? ''] }))
  const features = {
    customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      ...{ enabled: true, default_allowed_updates: ['price'], proration_behavior: 'always_invoice' },
      products,
    },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features
  // Stripe returns features completed with defaults, so a digest of the requested ones is stored and compared
  return { features, metadata: { ...SETUP_METADATA, features: digestRequest(features) } }
}

/** Required event types that an endpoint does not receive. */
export const findMissingEventTypes = ({ enabled_events: enabled }: Stripe.WebhookEndpoint): string[] =>
  enabled.includes('*') ? [] : SUBSCRIBED_EVENT_TYPES.filter(type => !enabled.includes(type))
