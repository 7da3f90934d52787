import { errors, type Tier } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import Stripe from 'stripe'
import { BillingConfig } from '../config.ts'
import { Customers, digest } from '../provider/customers.ts'
import { StripeAccount } from '../provider/stripe-account.ts'
import { Subscription } from './subscription.entity.ts'

type Wanted = { metadata: { price: string; customer: string }; success_url: string }
type Wish = { tier: Tier; email: string; site: string }

/** Stripe's own page for a first purchase. One is open at a time: of two, both could be paid. */
@Injectable()
export class Buying {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
    private readonly customers: Customers,
    private readonly config: BillingConfig,
  ) {}

  async page(subscription: Subscription, { tier, email, site }: Wish): Promise<string> {
    const { userId, checkoutId } = subscription
    const [price, customer] = [await this.stripe.priceOf(tier), await this.customers.of(subscription, email)]
    const wanted = this.session({ userId, price, customer, site })
    const open = checkoutId === null ? undefined : await this.reopen(checkoutId, wanted)
    if (open) return open
    const idempotencyKey = `checkout-${digest({ ...wanted, after: checkoutId })}`
    const { id, url } = await this.stripe.ask(stripe => stripe.checkout.sessions.create(wanted, { idempotencyKey }))
    if (!url) throw errors.PROVIDER_UNAVAILABLE()
    const kept = 'UPDATE subscriptions SET checkout_id = $2 WHERE user_id = $1'
    await this.db.commit(async tx => void tx.sql(kept, [userId, id]))
    return url
  }

  private session(of: { userId: string; price: string; customer: string; site: string }) {
    const { userId, price, customer, site } = of
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

  /** The page that is open still, where it sells the same; another one is closed. */
  private async reopen(id: string, { metadata, success_url }: Wanted): Promise<string | undefined> {
    try {
      const page = await this.stripe.ask(stripe => stripe.checkout.sessions.retrieve(id))
      if (page.status !== 'open') return undefined
      const { price, customer } = page.metadata ?? {}
      const isSame = price === metadata.price && customer === metadata.customer && page.success_url === success_url
      if (isSame && page.url) return page.url
      await this.stripe.ask(stripe => stripe.checkout.sessions.expire(id))
    } catch (error) {
      // paid or over in this moment, or of another account: reading the subscription has seen to it
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
    return undefined
  }
}
