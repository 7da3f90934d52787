import { errors, type Tier, TIERS } from '@daymark/contracts'
import { Clock, Logger } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { BillingConfig, isLive } from '../config.ts'
import { priceLookupKey } from './provider-state.ts'
import { logRejection, toAppError, isMissingAtStripe, createStripeClient } from './stripe-client.ts'

/** Milliseconds for which the prices and the portal configuration are cached. Only `daymark stripe setup` changes them. */
const CATALOG_CACHE_MS = 60_000
/** Number of objects in one response, which is the maximum that Stripe allows. Stripe returns the newest objects first. */
const PAGE_LIMIT = 100
/** Metadata by which objects that `daymark stripe setup` created are recognized. */
export const SETUP_METADATA = { daymark: 'setup' }

type Catalog = { priceIds: Map<Tier, string>; portalConfigurationId?: string; cachedUntil: number }

/** Access to the Stripe account. Without keys, the product is in test mode (rule 11). */
@Injectable()
export class StripeAccount {
  readonly isLive: boolean
  private readonly client?: Stripe
  private catalog?: Catalog

  constructor(
    config: BillingConfig,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    const { stripeSecretKey: key } = config
    this.client = key === undefined ? undefined : createStripeClient(key, config)
    this.isLive = key !== undefined && isLive(key)
  }

  get isConfigured(): boolean {
    return this.client !== undefined
  }

  /**
   * Sends a request to Stripe and returns the result. Throws NO_PAID_SUBSCRIPTION if no key is configured, and converts known Stripe errors
   * to API errors.
   */
  async call<T>(request: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.client) throw errors.NO_PAID_SUBSCRIPTION()
    try {
      return await request(this.client)
    } catch (error) {
      throw toAppError(error, this.log)
    }
  }

  /**
   * Returns the subscriptions of a customer, newest first. Returns undefined if the customer was deleted or belongs to another Stripe
   * account.
   */
  async listSubscriptions(customer: string): Promise<Stripe.Subscription[] | undefined> {
    try {
      return (await this.call(stripe => stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_LIMIT }))).data
    } catch (error) {
      if (isMissingAtStripe(error)) return undefined
      throw error
    }
  }

  async findPriceId(tier: Tier): Promise<string> {
    const priceId = (await this.loadCatalog()).priceIds.get(tier)
    if (priceId) return priceId
    logRejection(this.log, new Error(`There is no active price ${priceLookupKey(tier)}.`))
    throw errors.PROVIDER_UNAVAILABLE()
  }

  /**
   * Returns the id of the portal configuration that `daymark stripe setup` created. If undefined, Stripe uses the default configuration of
   * the account.
   */
  async findPortalConfigurationId(): Promise<string | undefined> {
    return (await this.loadCatalog()).portalConfigurationId
  }

  private async loadCatalog(): Promise<Catalog> {
    const now = +this.clock.now()
    if (this.catalog && this.catalog.cachedUntil > now) return this.catalog
    const [prices, portals] = await this.call(stripe =>
      Promise.all([
        stripe.prices.list({ lookup_keys: TIERS.map(priceLookupKey), active: true, limit: PAGE_LIMIT }),
        stripe.billingPortal.configurations.list({ active: true, limit: PAGE_LIMIT }),
      ]),
    )
    const idByLookupKey = new Map(prices.data.map(price => [price.lookup_key, price.id]))
    const priceIds = new Map(
      TIERS.flatMap(tier => {
        const id = idByLookupKey.get(priceLookupKey(tier))
        return id ? [[tier, id] as const] : []
      }),
    )
    const portalConfigurationId = portals.data.find(
      ({ metadata }) => metadata?.['daymark'] === SETUP_METADATA.daymark,
    )?.id
    const catalog = { priceIds, portalConfigurationId, cachedUntil: now + CATALOG_CACHE_MS }
    // an incomplete catalog is not cached, because `daymark stripe setup` may be creating the missing prices
    if (priceIds.size === TIERS.length) this.catalog = catalog
    return catalog
  }
}
