import { type EventOf, userAccessChanged, userDeleted } from '@daymark/contracts'
import { type Commit, Database, forgetDeadLetters, inBatches, On, type Subscriber, type Tx } from '@daymark/platform'
import type Stripe from 'stripe'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { StripeAccount } from '../provider/stripe-account.ts'
import { isMissing } from '../provider/stripe-failures.ts'
import { Changing } from '../subscriptions/changing.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'

/**
 * Ends the subscription at the card provider before rows are deleted, so that no deleted account is charged; the event waits while
 * the provider is unavailable. Notes of refunds and disputes stay for accounting.
 */
@On(userDeleted, { asJob: true })
export class CloseAccount implements Subscriber<typeof userDeleted> {
  constructor(
    private readonly db: Database,
    private readonly provider: ProviderSubscriptions,
    private readonly stripe: StripeAccount,
  ) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await this.endPaid(userId)
    await inBatches(this.db, [
      `DELETE FROM provider_events WHERE id IN (SELECT id FROM provider_events WHERE user_id = $1 LIMIT $2) RETURNING id`,
      userId,
    ])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      void tx.sql('DELETE FROM subscriptions WHERE user_id = $1', [userId])
    })
  }

  private async endPaid(userId: string): Promise<void> {
    const ours = await this.db.repository(Subscription).findOneBy({ userId })
    if (!ours || !this.provider.configured) return
    await this.closePage(ours.checkoutId)
    const { current } = await this.provider.read(userId)
    if (!current) return
    try {
      await this.stripe.ask(stripe => stripe.subscriptions.cancel(current.id))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }

  /** Nothing is bought any more on a page that is open still; one that is paid or over cannot be closed, and need not be. */
  private async closePage(checkoutId: string | null): Promise<void> {
    if (checkoutId === null) return
    const page = await this.stripe.ask(stripe => stripe.checkout.sessions.retrieve(checkoutId)).catch(ifMissing)
    if (page?.status === 'open') await this.stripe.ask(stripe => stripe.checkout.sessions.expire(checkoutId))
  }
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/**
 * Nothing more is paid for an account that waits for its deletion: its plan ends with what is paid for. Kept, it is renewed again, but
 * for a plan that was cancelled before. While the card provider is away the event waits.
 */
@On(userAccessChanged)
export class StopRenewal implements Subscriber<typeof userAccessChanged> {
  constructor(
    private readonly db: Database,
    private readonly provider: ProviderSubscriptions,
    private readonly changing: Changing,
  ) {}

  async on({ data: { userId, version, deleting = false } }: EventOf<typeof userAccessChanged>, commit: Commit) {
    await this.change(userId, row => row.heardOfClosing(version, deleting))
    // a later event must not override this one
    for (let done = false; !done;) done = await this.follow(userId)
    await commit(async () => {})
  }

  /** Applies the latest state. False: it changed during the call. */
  private async follow(userId: string): Promise<boolean> {
    const row = await this.db.repository(Subscription).findOneBy({ userId })
    if (!row || !this.provider.configured || (!row.deletionPending && !row.endsByDeletion)) return true
    const { subscription, current } = await this.provider.read(userId)
    const { deletionPending, deletionVersion } = subscription
    if (current) await this.bring(subscription, current)
    const after = await this.change(userId, own => {
      if (own.deletionVersion === deletionVersion && !deletionPending) own.endsByDeletion = false
    })
    return !after || after.deletionVersion === deletionVersion
  }

  private async bring(row: Subscription, current: Stripe.Subscription): Promise<void> {
    const { userId, deletionPending, cancelAtPeriodEnd, endsByDeletion } = row
    if (cancelAtPeriodEnd === deletionPending || (!deletionPending && !endsByDeletion)) return
    // that it was us is written down first: who dies in between would take it for a wish of the customer's
    if (deletionPending) await this.change(userId, own => void (own.endsByDeletion = true))
    await this.changing.cancel(current, deletionPending)
    await this.provider.read(userId)
  }

  private change(userId: string, work: (row: Subscription) => void): Promise<Subscription | null> {
    return this.db.commit(async (tx: Tx) => {
      const row = await tx.em.findOne(Subscription, { where: { userId }, lock: { mode: 'pessimistic_write' } })
      if (!row) return null
      work(row)
      return tx.em.save(row)
    })
  }
}
