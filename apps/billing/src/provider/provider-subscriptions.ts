import {
  type Actor,
  billingMailRequested,
  gracePeriodEnd,
  type MailRequest,
  subscriptionChanged,
  system,
} from '@daymark/contracts'
import { Clock, Database, Logger, TransientError, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { auditPlanChange, pickPlan } from '../subscriptions/subscriptions.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { readProviderState, type CustomerState } from './provider-state.ts'
import { StripeAccount } from './stripe-account.ts'
import { isMissingAtStripe } from './stripe-client.ts'

/** Maximum number of attempts to read and save a subscription. An attempt fails if another request has saved a newer result. */
const MAX_ATTEMPTS = 5

type SyncResult = { subscription: Subscription; stripeSubscription?: Stripe.Subscription }

/** Reads subscriptions from the payment provider and saves their state. */
@Injectable()
export class ProviderSubscriptions {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  get isConfigured(): boolean {
    return this.stripe.isConfigured
  }

  /**
   * Reads the subscription of a user from the payment provider and saves it, unless a newer result is saved already. The saved state does not
   * depend on the content or order of events.
   *
   * `by` is the actor in the audit log if the plan has changed.
   */
  async sync(userId: string, by: Actor = system): Promise<SyncResult> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { customerId, readVersion } = await this.db.repository(Subscription).findOneByOrFail({ userId })
      const stripeSubscriptions = customerId === null ? [] : await this.stripe.listSubscriptions(customerId)
      const customerState = stripeSubscriptions && readProviderState(stripeSubscriptions)
      const subscription = await this.saveCustomerState({ userId, customerId, readVersion, customerState, by })
      if (!subscription) continue
      for (const extra of customerState?.extraSubscriptions ?? []) await this.cancelExtraSubscription(userId, extra.id)
      return { subscription, stripeSubscription: customerState?.stripeSubscription }
    }
    throw new TransientError('Other requests changed the subscription each time.')
  }

  /**
   * Saves what was read and returns the subscription. Returns undefined without saving if a concurrent request has saved its result first.
   */
  private saveCustomerState(
    result: Pick<Subscription, 'userId' | 'customerId' | 'readVersion'> & { customerState?: CustomerState; by: Actor },
  ) {
    const { userId, customerId, readVersion, customerState, by } = result
    return this.db.commit(async tx => {
      const row = await lockSubscription(tx, userId)
      if (row.readVersion !== readVersion || row.customerId !== customerId) return undefined
      if (customerId === null) return row
      const { version: versionBefore, status: statusBefore } = row
      const planBefore = pickPlan(row)
      row.readVersion += 1
      if (customerState) row.applyProviderState(customerState.state, this.clock.now())
      else row.forgetCustomer(this.clock.now())
      await tx.em.save(row)
      auditPlanChange(tx, row, planBefore, by)
      if (row.version !== versionBefore) tx.emit(subscriptionChanged, userId, row.toView())
      if (row.status === 'past_due' && statusBefore !== 'past_due')
        tx.emit(billingMailRequested, userId, writePaymentFailedMail(row))
      return row
    })
  }

  /**
   * Cancels an additional subscription and credits its remaining time. A customer who buys in two browser windows at the same time gets two
   * subscriptions.
   */
  private async cancelExtraSubscription(userId: string, id: string): Promise<void> {
    try {
      await this.stripe.call(stripe => stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true }))
      this.log.warn({ event: 'billing.second-subscription-ended', userId, id })
    } catch (error) {
      if (!isMissingAtStripe(error)) throw error
    }
  }
}

export function lockSubscription(tx: Tx, userId: string): Promise<Subscription> {
  return tx.em.findOneOrFail(Subscription, { where: { userId }, lock: { mode: 'pessimistic_write' } })
}

/** Returns the mail about a failed payment, which is sent once at the beginning of the grace period (rule 10). */
function writePaymentFailedMail(subscription: Subscription): MailRequest {
  const until = gracePeriodEnd(subscription)?.toISOString().slice(0, 10)
  return {
    userId: subscription.userId,
    subject: 'Your payment failed',
    heading: 'Your payment failed',
    paragraphs: [
      'We could not charge your card for your plan. Your photos, albums and share links are safe.',
      `Please update your card${until ? ` by ${until}` : ''}. After that, the limits of the Starter plan apply until you pay. Nothing is deleted.`,
    ],
    action: { label: 'Update Your Card', path: '/billing' },
    reason: 'You receive this email because a payment for your plan failed.',
  }
}
