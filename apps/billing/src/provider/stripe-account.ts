import { errors, type Tier, TIERS } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { BillingConfig, isLive } from '../config.ts'
import { BillingLog } from '../log.ts'
import { lookupKey } from './standing.ts'
import { stripeClient } from './stripe-client.ts'
import { asFailure, isMissing } from './stripe-failures.ts'

/** Prices and the configuration of the portal change only with `daymark stripe setup`. */
const KEPT_MS = 60_000
/** More subscriptions than anybody has; the newest come first. */
const MANY = 100
/** The mark of what `daymark stripe setup` made. */
export const MADE_BY_US = { daymark: 'setup' }

type Shelf = { prices: Map<Tier, string>; portal?: string; until: number }

/** The account at Stripe; without keys there is none and the product is in test mode (rule 11). */
@Injectable()
export class StripeAccount {
  readonly isLive: boolean
  private readonly client?: Stripe
  private shelf?: Shelf

  constructor(
    config: BillingConfig,
    private readonly clock: Clock,
    private readonly log: BillingLog,
  ) {
    const { stripeSecretKey: key } = config
    this.client = key === undefined ? undefined : stripeClient(key, config)
    this.isLive = key !== undefined && isLive(key)
  }

  get configured(): boolean {
    return this.client !== undefined
  }

  /** One piece of work with Stripe. What it refuses comes in the catalogue's words. */
  async ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.client) throw errors.NO_PAID_SUBSCRIPTION()
    try {
      return await work(this.client)
    } catch (error) {
      throw asFailure(error, this.log)
    }
  }

  /** Newest first; undefined when the customer is gone, or of another account. */
  async subscriptionsOf(customer: string): Promise<Stripe.Subscription[] | undefined> {
    try {
      return (await this.ask(stripe => stripe.subscriptions.list({ customer, status: 'all', limit: MANY }))).data
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async priceOf(tier: Tier): Promise<string> {
    const price = (await this.known()).prices.get(tier)
    if (price) return price
    this.log.providerRefused(new Error(`There is no active price ${lookupKey(tier)}.`))
    throw errors.PROVIDER_UNAVAILABLE()
  }

  /** Ours; undefined where setup was not run, and the account's own one counts. */
  async portal(): Promise<string | undefined> {
    return (await this.known()).portal
  }

  private async known(): Promise<Shelf> {
    const now = +this.clock.now()
    if (this.shelf && this.shelf.until > now) return this.shelf
    const [prices, portals] = await this.ask(stripe =>
      Promise.all([
        stripe.prices.list({ lookup_keys: TIERS.map(lookupKey), active: true, limit: MANY }),
        stripe.billingPortal.configurations.list({ active: true, limit: MANY }),
      ]),
    )
    const byKey = new Map(prices.data.map(price => [price.lookup_key, price.id]))
    const found = TIERS.flatMap(tier => {
      const id = byKey.get(lookupKey(tier))
      return id ? [[tier, id] as const] : []
    })
    const portal = portals.data.find(({ metadata }) => metadata?.['daymark'] === MADE_BY_US.daymark)?.id
    const shelf = { prices: new Map(found), portal, until: now + KEPT_MS }
    // what is not complete was perhaps made a moment ago
    if (found.length === TIERS.length) this.shelf = shelf
    return shelf
  }
}
