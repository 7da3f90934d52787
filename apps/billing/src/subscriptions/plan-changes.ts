import { isAtLeast, errors, type Tier } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { readTier } from '../provider/provider-state.ts'
import { StripeAccount } from '../provider/stripe-account.ts'

/**
 * Changes subscriptions at Stripe. The changes are idempotent and have no idempotency key: with a key, Stripe would return the result of a
 * declined card again, even if the customer has changed the card since.
 */
@Injectable()
export class PlanChanges {
  constructor(private readonly stripe: StripeAccount) {}

  /**
   * Changes the plan. If the customer must confirm the payment first, returns the address for the confirmation. Throws PAYMENT_OVERDUE if a
   * payment is overdue.
   */
  async changeTier(tier: Tier, stripeSubscription: Stripe.Subscription): Promise<string | undefined> {
    const currentTier = readTier(stripeSubscription)
    if (stripeSubscription.status === 'past_due' || stripeSubscription.status === 'unpaid')
      throw errors.PAYMENT_OVERDUE()
    if (currentTier !== tier) {
      const confirmationUrl = await this.changePrice(
        stripeSubscription,
        await this.stripe.findPriceId(tier),
        !currentTier || isAtLeast(tier, currentTier),
      )
      if (confirmationUrl) return confirmationUrl
    }
    // a customer who chooses a plan also withdraws a pending cancellation
    if (stripeSubscription.cancel_at_period_end || stripeSubscription.cancel_at !== null)
      await this.setCancel(stripeSubscription, false)
    return undefined
  }

  /** Cancels the subscription at the end of the paid period, or withdraws the cancellation if `cancel` is false. */
  async setCancel(stripeSubscription: Stripe.Subscription, cancel: boolean): Promise<void> {
    const hasEndDate = stripeSubscription.cancel_at !== null && !stripeSubscription.cancel_at_period_end
    const change = !cancel && hasEndDate ? { cancel_at: '' as const } : { cancel_at_period_end: cancel }
    await this.stripe.call(stripe => stripe.subscriptions.update(stripeSubscription.id, change))
  }

  /**
   * Changes the price of a subscription. An upgrade is invoiced now and takes effect when it is paid; a downgrade takes effect now, and the
   * difference is credited on the next invoice.
   *
   * If the customer must confirm the payment first, returns the address for the confirmation.
   */
  private async changePrice(
    stripeSubscription: Stripe.Subscription,
    price: string,
    isUpgrade: boolean,
  ): Promise<string | undefined> {
    const items = [{ id: stripeSubscription.items.data[0]?.id, price }]
    const downgrade = { items, proration_behavior: 'create_prorations' } as const
    const upgrade = {
      items,
      expand: ['latest_invoice'],
      ...({ proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const),
    }
    const changed = await this.stripe.call(stripe =>
      stripe.subscriptions.update(stripeSubscription.id, isUpgrade ? upgrade : downgrade),
    )
    if (!changed.pending_update) return undefined
    const { latest_invoice: invoice } = changed
    const url = invoice !== null && typeof invoice === 'object' && invoice.hosted_invoice_url
    if (!url) throw errors.PAYMENT_FAILED()
    return url
  }
}
