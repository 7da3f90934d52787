import { PLANS, TIERS } from '@daymark/contracts'
import { runCheck, type Check, ConfigError, type Env, loadConfig } from '@daymark/platform'
import type Stripe from 'stripe'
import { isLive, StripeConfig, type StripeSettings } from '../config.ts'
import { priceLookupKey } from '../provider/provider-state.ts'
import { SETUP_METADATA } from '../provider/stripe-account.ts'
import { createStripeClient } from '../provider/stripe-client.ts'
import { matchesRequiredPrice, SiteConfig, findMissingEventTypes, webhookUrl } from './required-setup.ts'

const PAGE_LIMIT = 100
const RUN_SETUP_HINT = 'run: daymark stripe setup'

/** The Stripe checks of `daymark doctor`: whether the Stripe account is ready to sell plans. */
export async function doctor(env: Env): Promise<Check[]> {
  const config = loadConfig(StripeConfig, env)
  const key = config.stripeSecretKey
  if (!key)
    return [
      await runCheck(
        'stripe',
        async () => 'not set up: test mode, plans change without payment (docs/operations/billing.md)',
      ),
    ]
  const stripe = createStripeClient(key, config)
  const { publicUrl } = loadConfig(SiteConfig, env)
  return Promise.all([
    runCheck('stripe', () => checkAccount(stripe, key)),
    runCheck('stripe prices', () => checkPrices(stripe)),
    runCheck('stripe portal', () => checkPortal(stripe), false),
    runCheck('stripe webhook', () => checkWebhook(stripe, publicUrl), false),
    runCheck('stripe tax', () => checkTax(stripe, config), config.stripeTax),
    runCheck('stripe browser key', async () => checkBrowserKey(config), false),
  ])
}

async function checkAccount(stripe: Stripe, key: string): Promise<string> {
  const { id, charges_enabled: canCharge } = await stripe.accounts.retrieveCurrent()
  if (!canCharge && isLive(key))
    throw new ConfigError(`account ${id} cannot accept payments yet: complete its activation at Stripe`)
  return `account ${id}, ${isLive(key) ? 'live' : 'test mode'}`
}

async function checkPrices(stripe: Stripe): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: TIERS.map(priceLookupKey), active: true, limit: PAGE_LIMIT })
  const invalidTiers = TIERS.filter(
    tier => !data.some(one => one.lookup_key === priceLookupKey(tier) && matchesRequiredPrice(one, tier)),
  )
  if (invalidTiers.length > 0)
    throw new ConfigError(
      `${invalidTiers.map(priceLookupKey).join(', ')} missing or of another amount; ${RUN_SETUP_HINT}`,
    )
  return TIERS.map(tier => `${PLANS[tier].name} $${PLANS[tier].price}`).join(', ')
}

async function checkPortal(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: PAGE_LIMIT })
  if (!data.some(({ metadata }) => metadata?.['daymark'] === SETUP_METADATA.daymark))
    throw new ConfigError(`the account's own configuration is used; ${RUN_SETUP_HINT}`)
  return 'configured'
}

async function checkWebhook(stripe: Stripe, publicUrl: string | undefined): Promise<string> {
  if (!publicUrl) throw new ConfigError('DAYMARK_PUBLIC_URL is not set, so the address of the endpoint is unknown')
  const url = webhookUrl(publicUrl)
  const { data } = await stripe.webhookEndpoints.list({ limit: PAGE_LIMIT })
  const endpoint = data.find(one => one.url === url)
  if (!endpoint) throw new ConfigError(`Stripe has no webhook endpoint ${url}; ${RUN_SETUP_HINT}`)
  const missing = findMissingEventTypes(endpoint)
  if (endpoint.status !== 'enabled' || missing.length > 0)
    throw new ConfigError(
      `${url} is ${endpoint.status} and does not receive ${missing.length} event types; ${RUN_SETUP_HINT}`,
    )
  return url
}

async function checkTax(stripe: Stripe, { stripeTax }: StripeSettings): Promise<string> {
  if (!stripeTax) return 'no taxes are added (DAYMARK_BILLING_STRIPE_TAX)'
  const { status } = await stripe.tax.settings.retrieve()
  if (status !== 'active')
    throw new ConfigError('Stripe Tax is enabled here but not set up at Stripe: https://dashboard.stripe.com/tax')
  return 'added by Stripe Tax'
}

function checkBrowserKey({ stripePublishableKey: key }: StripeSettings): string {
  if (!key) throw new ConfigError("DAYMARK_BILLING_STRIPE_PUBLISHABLE_KEY is not set; Stripe's script is not loaded")
  return 'set'
}
