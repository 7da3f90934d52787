import { type EventOf, subscriptionChanged, userAccessChanged, userCreated, userDeleted } from '@daymark/contracts'
import {
  Clock,
  type Commit,
  Database,
  forgetDeadLetters,
  runInBatches,
  On,
  type Subscriber,
  type Tx,
} from '@daymark/platform'
import type Stripe from 'stripe'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { StripeAccount } from '../provider/stripe-account.ts'
import { isMissingAtStripe } from '../provider/stripe-client.ts'
import { PlanChanges } from '../subscriptions/plan-changes.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'

/** Creates the subscription of a new account and publishes it, because library and identity copy the plan from the event. */
@On(userCreated)
export class OpenSubscription implements Subscriber<typeof userCreated> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof userCreated>, commit: Commit) {
    const subscription = Subscription.createGranted(data.userId, data.tier, this.clock.now())
    await commit(async tx => {
      const { raw } = await tx.em
        .createQueryBuilder()
        .insert()
        .into(Subscription)
        .values(subscription)
        .orIgnore()
        .returning('user_id')
        .execute()
      // the event can arrive twice with different ids; a plan that was bought between the two must not be replaced
      if (raw.length) tx.emit(subscriptionChanged, data.userId, subscription.toView())
    })
  }
}

/**
 * Cancels the subscription of a deleted account at the payment provider before it deletes the rows of the account, so that a deleted account
 * is never charged. The job is retried while the provider is unavailable. The rows of refunds and disputes remain for accounting.
 */
@On(userDeleted, { asJob: true })
export class CloseAccount implements Subscriber<typeof userDeleted> {
  constructor(
    private readonly db: Database,
    private readonly provider: ProviderSubscriptions,
    private readonly stripe: StripeAccount,
  ) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await this.cancelPaidSubscription(userId)
    await runInBatches(this.db, [
      `DELETE FROM provider_events WHERE id IN (SELECT id FROM provider_events WHERE user_id = $1 LIMIT $2) RETURNING id`,
      userId,
    ])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      tx.send('DELETE FROM subscriptions WHERE user_id = $1', [userId])
    })
  }

  private async cancelPaidSubscription(userId: string): Promise<void> {
    const subscription = await this.db.repository(Subscription).findOneBy({ userId })
    if (!subscription || !this.provider.isConfigured) return
    await this.expireCheckout(subscription.checkoutId)
    const { stripeSubscription } = await this.provider.sync(userId)
    if (!stripeSubscription) return
    try {
      await this.stripe.call(stripe => stripe.subscriptions.cancel(stripeSubscription.id))
    } catch (error) {
      if (!isMissingAtStripe(error)) throw error
    }
  }

  /** Expires the checkout session if it is open, because Stripe rejects the expiration of other sessions. */
  private async expireCheckout(checkoutId: string | null): Promise<void> {
    if (checkoutId === null) return
    const session = await this.stripe
      .call(stripe => stripe.checkout.sessions.retrieve(checkoutId))
      .catch(ignoreMissingObject)
    if (session?.status === 'open') await this.stripe.call(stripe => stripe.checkout.sessions.expire(checkoutId))
  }
}

function ignoreMissingObject(error: unknown): undefined {
  if (!isMissingAtStripe(error)) throw error
}

/**
 * Cancels the renewal of a plan while its account waits for deletion, and resumes the renewal if the deletion is canceled. A plan that the
 * customer canceled before stays canceled.
 *
 * The event is retried while the payment provider is unavailable.
 */
@On(userAccessChanged)
export class ApplyDeletionToRenewal implements Subscriber<typeof userAccessChanged> {
  constructor(
    private readonly db: Database,
    private readonly provider: ProviderSubscriptions,
    private readonly planChanges: PlanChanges,
  ) {}

  async on({ data: { userId, version, deleting = false } }: EventOf<typeof userAccessChanged>, commit: Commit) {
    await this.updateSubscription(userId, row => row.applyDeletionState(version, deleting))
    // repeats until the applied state is the latest one, because another event may change the state during the call to the provider
    for (let isApplied = false; !isApplied;) isApplied = await this.applyLatestDeletionState(userId)
    await commit(async () => {})
  }

  /**
   * Applies the stored deletion state at the provider. Returns false if the state was changed during the call, so it must be applied again.
   */
  private async applyLatestDeletionState(userId: string): Promise<boolean> {
    const row = await this.db.repository(Subscription).findOneBy({ userId })
    if (!row || !this.provider.isConfigured || (!row.deletionPending && !row.endsByDeletion)) return true
    const { subscription, stripeSubscription } = await this.provider.sync(userId)
    const { deletionPending, deletionVersion } = subscription
    if (stripeSubscription) await this.setRenewal(subscription, stripeSubscription)
    const updated = await this.updateSubscription(userId, row => {
      if (row.deletionVersion === deletionVersion && !deletionPending) row.endsByDeletion = false
    })
    return !updated || updated.deletionVersion === deletionVersion
  }

  private async setRenewal(row: Subscription, stripeSubscription: Stripe.Subscription): Promise<void> {
    const { userId, deletionPending, cancelAtPeriodEnd, endsByDeletion } = row
    if (cancelAtPeriodEnd === deletionPending || (!deletionPending && !endsByDeletion)) return
    // `endsByDeletion` is saved first: if a crash follows the call to Stripe, the customer must not appear to have canceled
    if (deletionPending) await this.updateSubscription(userId, row => void (row.endsByDeletion = true))
    await this.planChanges.setCancel(stripeSubscription, deletionPending)
    await this.provider.sync(userId)
  }

  private updateSubscription(userId: string, change: (row: Subscription) => void): Promise<Subscription | null> {
    return this.db.commit(async (tx: Tx) => {
      const row = await tx.em.findOne(Subscription, { where: { userId }, lock: { mode: 'pessimistic_write' } })
      if (!row) return null
      change(row)
      return tx.em.save(row)
    })
  }
}
