import { PLANS, type Tier, TIERS } from '@daymark/contracts'
import { ConfigError, type Env, loadConfig } from '@daymark/platform'
import type Stripe from 'stripe'
import { isLive, StripeConfig } from '../config.ts'
import { SUBSCRIBED_EVENT_TYPES } from '../events/stripe-events.ts'
import { priceLookupKey, stripeProductId } from '../provider/provider-state.ts'
import { SETUP_METADATA } from '../provider/stripe-account.ts'
import { createStripeClient, isMissingAtStripe, stripeLibrary } from '../provider/stripe-client.ts'
import {
  matchesRequiredPrice,
  SiteConfig,
  findMissingEventTypes,
  buildRequiredPortal,
  buildRequiredPrice,
  webhookUrl,
} from './required-setup.ts'

type Print = (line: string) => void
const PAGE_LIMIT = 100
/** Matches hosts that Stripe cannot reach from the internet. */
const UNREACHABLE_HOST = /^(localhost|127\.|10\.|192\.168\.|\[::1\]|0\.0\.0\.0)/

/**
 * Runs `daymark stripe setup`: creates or updates the products, prices, portal configuration and webhook endpoint in the Stripe account. A
 * repeated run changes nothing.
 */
export async function setUpStripe(env: Env, print: Print): Promise<void> {
  const config = loadConfig(StripeConfig, env)
  const { stripeSecretKey: key } = config
  if (!key)
    throw new ConfigError(
      'Set DAYMARK_BILLING_STRIPE_SECRET_KEY first, the secret key of your account: https://dashboard.stripe.com/apikeys.',
    )
  try {
    await setUp(createStripeClient(key, config), { config, env, print })
  } catch (error) {
    if (error instanceof stripeLibrary().errors.StripeError) throw new ConfigError(`Stripe error: ${error.message}`)
    throw error
  }
}

type SetupContext = { config: StripeConfig; env: Env; print: Print }

async function setUp(stripe: Stripe, { config, env, print }: SetupContext): Promise<void> {
  const { stripeSecretKey: key = '' } = config
  const { id } = await stripe.accounts.retrieveCurrent()
  print(`Stripe account ${id}, ${isLive(key) ? 'live: real money' : 'test mode'}`)
  const prices = new Map<Tier, string>()
  for (const tier of TIERS) {
    await setUpProduct(stripe, tier, print)
    prices.set(tier, await setUpPrice(stripe, tier, print))
  }
  await setUpPortal(stripe, prices, print)
  await setUpWebhook(stripe, { env, isSecretSet: config.stripeWebhookSecret !== undefined }, print)
}

async function setUpProduct(stripe: Stripe, tier: Tier, print: Print): Promise<void> {
  const [id, name] = [stripeProductId(tier), `Daymark ${PLANS[tier].name}`]
  const existing = await stripe.products.retrieve(id).catch((error: unknown) => {
    if (isMissingAtStripe(error)) return undefined
    throw error
  })
  if (!existing) await stripe.products.create({ id, name, metadata: SETUP_METADATA })
  else if (!existing.active) await stripe.products.update(id, { active: true })
  print(`product ${name}: ${!existing ? 'created' : existing.active ? 'unchanged' : 'reactivated'}`)
}

async function setUpPrice(stripe: Stripe, tier: Tier, print: Print): Promise<string> {
  const key = priceLookupKey(tier)
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true })
  const existing = data.find(one => matchesRequiredPrice(one, tier))
  const required = { ...buildRequiredPrice(tier), metadata: SETUP_METADATA }
  const { id } = existing ?? (await stripe.prices.create({ ...required, transfer_lookup_key: true }))
  const result = data.length > 0 ? 'replaced; existing subscriptions keep the old price' : 'created'
  print(`price ${key}, $${PLANS[tier].price} a month: ${existing ? 'unchanged' : result}`)
  return id
}

async function setUpPortal(stripe: Stripe, prices: Map<Tier, string>, print: Print): Promise<void> {
  const required = buildRequiredPortal(prices)
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: PAGE_LIMIT })
  const existing = data.find(({ metadata }) => metadata?.['daymark'] === SETUP_METADATA.daymark)
  const isUpToDate = existing?.metadata?.['features'] === required.metadata.features
  if (!existing) await stripe.billingPortal.configurations.create(required)
  else if (!isUpToDate) await stripe.billingPortal.configurations.update(existing.id, required)
  print(`configuration of the customer portal: ${!existing ? 'created' : isUpToDate ? 'unchanged' : 'updated'}`)
}

async function setUpWebhook(
  stripe: Stripe,
  { env, isSecretSet }: { env: Env; isSecretSet: boolean },
  print: Print,
): Promise<void> {
  const { publicUrl } = loadConfig(SiteConfig, env)
  if (!publicUrl || UNREACHABLE_HOST.test(new URL(publicUrl).host))
    return print(
      `webhook endpoint: not created, because Stripe cannot reach ${publicUrl ?? 'an address that is not set'}. Set DAYMARK_PUBLIC_URL, or test with: stripe listen --forward-to ${webhookUrl(publicUrl ?? 'http://localhost:8080')}`,
    )
  const url = webhookUrl(publicUrl)
  const { data } = await stripe.webhookEndpoints.list({ limit: PAGE_LIMIT })
  const existing = data.find(one => one.url === url)
  if (!existing) return printSecret(await stripe.webhookEndpoints.create(buildEndpoint(url)), print)
  const isUpToDate = findMissingEventTypes(existing).length === 0 && existing.status === 'enabled'
  if (!isUpToDate)
    await stripe.webhookEndpoints.update(existing.id, { enabled_events: [...SUBSCRIBED_EVENT_TYPES], disabled: false })
  print(`webhook endpoint ${url}: ${isUpToDate ? 'unchanged' : 'updated'}`)
  if (!isSecretSet)
    print(
      'Its signing secret is shown at https://dashboard.stripe.com/webhooks; set it as DAYMARK_BILLING_STRIPE_WEBHOOK_SECRET.',
    )
}

const buildEndpoint = (url: string): Stripe.WebhookEndpointCreateParams => ({
  url,
  enabled_events: [...SUBSCRIBED_EVENT_TYPES],
  description: 'Daymark',
  metadata: SETUP_METADATA,
})

function printSecret({ url, secret }: Stripe.WebhookEndpoint, print: Print): void {
  print(`webhook endpoint ${url}: created. Its signing secret is shown only once; set it and start Daymark again:`)
  print(`DAYMARK_BILLING_STRIPE_WEBHOOK_SECRET=${secret}`)
}
