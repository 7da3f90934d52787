import { PLANS, type Tier, TIERS } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import type Stripe from 'stripe'
import { z } from 'zod'
import { SUBSCRIBED_EVENT_TYPES } from '../events/stripe-events.ts'
import { hashRequest } from '../provider/customers.ts'
import { priceLookupKey, stripeProductId } from '../provider/provider-state.ts'
import { SETUP_METADATA } from '../provider/stripe-account.ts'

/** The public address, which is the only shared setting that the Stripe commands read. Other settings may be missing. */
export class SiteConfig extends Config('DAYMARK', z.object({ publicUrl: z.url().optional() })) {}

/** Returns the address to which Stripe must send its events. */
export const webhookUrl = (publicUrl: string): string => `${publicUrl.replace(/\/+$/, '')}/api/billing/webhook`

/** The currency of the prices, which every screen shows. */
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

/** Returns true if an existing price has the required amount, currency and interval. Otherwise setup must run again. */
export function matchesRequiredPrice({ unit_amount, currency, recurring }: Stripe.Price, tier: Tier): boolean {
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
  return isMonthly && unit_amount === PLANS[tier].price * CENTS_PER_DOLLAR && currency === CURRENCY
}

/** Returns the required portal configuration. Customers can do the same in the portal as in Daymark, with the same rules. */
export function buildRequiredPortal(prices: Map<Tier, string>) {
  const products = TIERS.map(tier => ({ product: stripeProductId(tier), prices: [prices.get(tier) ?? ''] }))
  const features = {
    customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      products,
    },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features
  // Stripe adds default values to the features that it returns, so a digest of the required features is saved and compared instead
  return { features, metadata: { ...SETUP_METADATA, features: hashRequest(features) } }
}

/** Returns the required event types that an endpoint does not receive. */
export const findMissingEventTypes = ({ enabled_events: enabled }: Stripe.WebhookEndpoint): string[] =>
  enabled.includes('*') ? [] : SUBSCRIBED_EVENT_TYPES.filter(type => !enabled.includes(type))
