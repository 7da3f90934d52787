import { atLeast, errors, type Tier } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { tierOf } from '../provider/standing.ts'
import { StripeAccount } from '../provider/stripe-account.ts'

/**
 * Changes of a subscription at Stripe. None of them needs an idempotency key of its own: done twice they change nothing more, while
 * a kept answer to a card that was refused would be wrong once the card is another one.
 */
@Injectable()
export class Changing {
  constructor(private readonly stripe: StripeAccount) {}

  /** Undefined once it is changed; an address where the payment has to be confirmed first. */
  async to(tier: Tier, current: Stripe.Subscription): Promise<string | undefined> {
    const before = tierOf(current)
    if (current.status === 'past_due' || current.status === 'unpaid') throw errors.PAYMENT_OVERDUE()
    if (before !== tier) {
      const confirm = await this.price(current, await this.stripe.priceOf(tier), !before || atLeast(tier, before))
      if (confirm) return confirm
    }
    // choosing a plan cancels a pending cancellation
    if (current.cancel_at_period_end || current.cancel_at !== null) await this.cancel(current, false)
    return undefined
  }

  /** At the end of what is paid for, or no longer. */
  async cancel(current: Stripe.Subscription, cancel: boolean): Promise<void> {
    const change = !cancel && current.cancel_at !== null && !current.cancel_at_period_end
    const wanted = change ? { cancel_at: '' as const } : { cancel_at_period_end: cancel }
    await this.stripe.ask(stripe => stripe.subscriptions.update(current.id, wanted))
  }

  /** More is paid for at once and in force when it is paid; for less, the rest is credited on the next invoice. */
  private async price(current: Stripe.Subscription, price: string, isMore: boolean): Promise<string | undefined> {
    const items = [{ id: current.items.data[0]?.id, price }]
    const less = { items, proration_behavior: 'create_prorations' } as const
    const more = {
      ...{ items, expand: ['latest_invoice'] },
      ...({ proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const),
    }
    const changed = await this.stripe.ask(stripe => stripe.subscriptions.update(current.id, isMore ? more : less))
    if (!changed.pending_update) return undefined
    const { latest_invoice: invoice } = changed
    const url = invoice !== null && typeof invoice === 'object' && invoice.hosted_invoice_url
    if (!url) throw errors.PAYMENT_FAILED()
    return url
  }
}
