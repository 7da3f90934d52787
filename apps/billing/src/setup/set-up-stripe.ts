import { PLANS, type Tier, TIERS } from '@daymark/contracts'
import { ConfigError, type Env, loadConfig } from '@daymark/platform'
import Stripe from 'stripe'
import { isLive, StripeConfig } from '../config.ts'
import { EVENT_TYPES } from '../events/event-types.ts'
import { lookupKey, productId } from '../provider/standing.ts'
import { MADE_BY_US } from '../provider/stripe-account.ts'
import { stripeClient } from '../provider/stripe-client.ts'
import { isMissing } from '../provider/stripe-failures.ts'
import { isAsWanted, SiteConfig, unheard, wantedPortal, wantedPrice, webhookUrl } from './wanted.ts'

type Say = (line: string) => void
const MANY = 100
/** Stripe cannot reach these. */
const AT_HOME = /^(localhost|127\.|10\.|192\.168\.|\[::1\]|0\.0\.0\.0)/

/** For `daymark stripe setup`: brings the account into the state the product needs, and says what it did. Twice changes nothing. */
export async function setUpStripe(env: Env, say: Say): Promise<void> {
  const config = loadConfig(StripeConfig, env)
  const { stripeSecretKey: key } = config
  if (!key)
    throw new ConfigError(
      'Set DAYMARK_BILLING_STRIPE_SECRET_KEY first, the secret key of your account: https://dashboard.stripe.com/apikeys.',
    )
  try {
    await setUp(stripeClient(key, config), { config, env, say })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new ConfigError(`Stripe says: ${error.message}`)
    throw error
  }
}

type Place = { config: StripeConfig; env: Env; say: Say }

async function setUp(stripe: Stripe, { config, env, say }: Place): Promise<void> {
  const { stripeSecretKey: key = '' } = config
  const { id } = await stripe.accounts.retrieveCurrent()
  say(`Stripe account ${id}, ${isLive(key) ? 'live: real money' : 'test mode'}`)
  const prices = new Map<Tier, string>()
  for (const tier of TIERS) {
    await product(stripe, tier, say)
    prices.set(tier, await price(stripe, tier, say))
  }
  await portal(stripe, prices, say)
  await webhook(stripe, { env, isKnown: config.stripeWebhookSecret !== undefined }, say)
}

async function product(stripe: Stripe, tier: Tier, say: Say): Promise<void> {
  const [id, name] = [productId(tier), `Daymark ${PLANS[tier].name}`]
  const found = await stripe.products.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!found) await stripe.products.create({ id, name, metadata: MADE_BY_US })
  else if (!found.active) await stripe.products.update(id, { active: true })
  say(`product ${name}: ${!found ? 'made' : found.active ? 'is there' : 'active again'}`)
}

async function price(stripe: Stripe, tier: Tier, say: Say): Promise<string> {
  const key = lookupKey(tier)
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true })
  const found = data.find(one => isAsWanted(one, tier))
  const wanted = { ...wantedPrice(tier), metadata: MADE_BY_US }
  const { id } = found ?? (await stripe.prices.create({ ...wanted, transfer_lookup_key: true }))
  const more = data.length > 0 ? 'replaced; existing subscriptions keep the old price' : 'made'
  say(`price ${key}, $${PLANS[tier].price} a month: ${found ? 'is there' : more}`)
  return id
}

async function portal(stripe: Stripe, prices: Map<Tier, string>, say: Say): Promise<void> {
  const wanted = wantedPortal(prices)
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: MANY })
  const found = data.find(({ metadata }) => metadata?.['daymark'] === MADE_BY_US.daymark)
  const isSame = found?.metadata?.['features'] === wanted.metadata.features
  if (!found) await stripe.billingPortal.configurations.create(wanted)
  else if (!isSame) await stripe.billingPortal.configurations.update(found.id, wanted)
  say(`configuration of the customer portal: ${!found ? 'made' : isSame ? 'is there' : 'brought up to date'}`)
}

async function webhook(stripe: Stripe, { env, isKnown }: { env: Env; isKnown: boolean }, say: Say): Promise<void> {
  const { publicUrl } = loadConfig(SiteConfig, env)
  if (!publicUrl || AT_HOME.test(new URL(publicUrl).host))
    return say(
      `webhook endpoint: not made, as Stripe cannot reach ${publicUrl ?? 'an address that is not set'}. Set DAYMARK_PUBLIC_URL, or try it with: stripe listen --forward-to ${webhookUrl(publicUrl ?? 'http://localhost:8080')}`,
    )
  const url = webhookUrl(publicUrl)
  const { data } = await stripe.webhookEndpoints.list({ limit: MANY })
  const found = data.find(one => one.url === url)
  if (!found) return made(await stripe.webhookEndpoints.create(endpoint(url)), say)
  const isSame = unheard(found).length === 0 && found.status === 'enabled'
  if (!isSame) await stripe.webhookEndpoints.update(found.id, { enabled_events: [...EVENT_TYPES], disabled: false })
  say(`webhook endpoint ${url}: ${isSame ? 'is there' : 'brought up to date'}`)
  if (!isKnown)
    say(
      'Its signing secret is shown at https://dashboard.stripe.com/webhooks; set it as DAYMARK_BILLING_STRIPE_WEBHOOK_SECRET.',
    )
}

const endpoint = (url: string): Stripe.WebhookEndpointCreateParams => ({
  url,
  enabled_events: [...EVENT_TYPES],
  description: 'Daymark',
  metadata: MADE_BY_US,
})

function made({ url, secret }: Stripe.WebhookEndpoint, say: Say): void {
  say(`webhook endpoint ${url}: made. Its signing secret is shown this once; set it and start again:`)
  say(`DAYMARK_BILLING_STRIPE_WEBHOOK_SECRET=${secret}`)
}
