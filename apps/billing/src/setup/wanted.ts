import { PLANS, type Tier, TIERS } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import type Stripe from 'stripe'
import { z } from 'zod'
import { EVENT_TYPES } from '../events/event-types.ts'
import { digest } from '../provider/customers.ts'
import { lookupKey, productId } from '../provider/standing.ts'
import { MADE_BY_US } from '../provider/stripe-account.ts'

/** Of the settings that every service shares the one that commands here need; the others need not be there. */
export class SiteConfig extends Config('DAYMARK', z.object({ publicUrl: z.url().optional() })) {}

/** Where Stripe sends its events. */
export const webhookUrl = (publicUrl: string): string => `${publicUrl.replace(/\/+$/, '')}/api/billing/webhook`

/** As every screen says it. */
const CURRENCY = 'usd'
const CENTS = 100

export const wantedPrice = (tier: Tier) =>
  ({
    product: productId(tier),
    lookup_key: lookupKey(tier),
    currency: CURRENCY,
    unit_amount: PLANS[tier].price * CENTS,
    recurring: { interval: 'month' },
  }) satisfies Stripe.PriceCreateParams

/** False if an existing price differs, so that setup must run again. */
export function isAsWanted({ unit_amount, currency, recurring }: Stripe.Price, tier: Tier): boolean {
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
  return isMonthly && unit_amount === PLANS[tier].price * CENTS && currency === CURRENCY
}

/** What customers may do on the pages of the portal: everything that they can do here, with the same rules. */
export function wantedPortal(prices: Map<Tier, string>) {
  const products = TIERS.map(tier => ({ product: productId(tier), prices: [prices.get(tier) ?? ''] }))
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
  // Stripe answers them filled up with defaults, so what was asked for is compared
  return { features, metadata: { ...MADE_BY_US, features: digest(features) } }
}

/** Required event types that an endpoint does not receive. */
export const unheard = ({ enabled_events: heard }: Stripe.WebhookEndpoint): string[] =>
  heard.includes('*') ? [] : EVENT_TYPES.filter(type => !heard.includes(type))
