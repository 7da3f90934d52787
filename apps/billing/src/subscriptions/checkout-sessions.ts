import { errors, type Tier } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { BillingConfig } from '../config.ts'
import { Customers, hashRequest } from '../provider/customers.ts'
import { StripeAccount } from '../provider/stripe-account.ts'
import { stripeLibrary } from '../provider/stripe-client.ts'
import { Subscription } from './subscription.entity.ts'

type SessionParameters = { metadata: { price: string; customer: string }; success_url: string }
type Purchase = { tier: Tier; email: string; site: string }

/**
 * Opens sessions of Stripe's checkout page for a first purchase. Each account has at most one open session, so that a plan is never paid
 * twice.
 */
@Injectable()
export class CheckoutSessions {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
    private readonly customers: Customers,
    private readonly config: BillingConfig,
  ) {}

  /** Returns the address of the checkout page. */
  async open(subscription: Subscription, { tier, email, site }: Purchase): Promise<string> {
    const { userId, checkoutId } = subscription
    const price = await this.stripe.findPriceId(tier)
    const customer = await this.customers.getOrCreate(subscription, email)
    const parameters = this.buildParameters({ userId, price, customer, site })
    const openUrl = checkoutId === null ? undefined : await this.findOpenSession(checkoutId, parameters)
    if (openUrl) return openUrl
    const idempotencyKey = `checkout-${hashRequest({ ...parameters, after: checkoutId })}`
    const { id, url } = await this.stripe.call(stripe =>
      stripe.checkout.sessions.create(parameters, { idempotencyKey }),
    )
    if (!url) throw errors.PROVIDER_UNAVAILABLE()
    await this.db.commit(async tx => {
      tx.send('UPDATE subscriptions SET checkout_id = $2 WHERE user_id = $1', [userId, id])
    })
    return url
  }

  private buildParameters(purchase: { userId: string; price: string; customer: string; site: string }) {
    const { userId, price, customer, site } = purchase
    return {
      mode: 'subscription',
      customer,
      client_reference_id: userId,
      line_items: [{ price, quantity: 1 }],
      success_url: `${site}/billing?checkout=success`,
      cancel_url: `${site}/billing?checkout=canceled`,
      metadata: { price, customer },
      subscription_data: { metadata: { user_id: userId } },
      allow_promotion_codes: true,
      ...(this.config.stripeTax && {
        automatic_tax: { enabled: true },
        customer_update: { address: 'auto', name: 'auto' },
        tax_id_collection: { enabled: true },
      }),
    } satisfies Stripe.Checkout.SessionCreateParams
  }

  /**
   * Returns the address of the open session if it is for the same purchase. If it is for another purchase, expires it and returns
   * undefined.
   */
  private async findOpenSession(id: string, { metadata, success_url }: SessionParameters): Promise<string | undefined> {
    try {
      const session = await this.stripe.call(stripe => stripe.checkout.sessions.retrieve(id))
      if (session.status !== 'open') return undefined
      const { price, customer } = session.metadata ?? {}
      const isSamePurchase =
        price === metadata.price && customer === metadata.customer && session.success_url === success_url
      if (isSamePurchase && session.url) return session.url
      await this.stripe.call(stripe => stripe.checkout.sessions.expire(id))
    } catch (error) {
      // a session that was just paid or expired, or that belongs to another Stripe account, cannot be paid again
      if (!(error instanceof stripeLibrary().errors.StripeInvalidRequestError)) throw error
    }
    return undefined
  }
}
