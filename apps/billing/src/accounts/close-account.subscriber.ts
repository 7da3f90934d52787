import { userDeleted, type EventOf } from '@daymark/contracts'
import { Database, forgetDeadLetters, inBatches, On, type Commit, type Subscriber } from '@daymark/platform'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { StripeAccount } from '../provider/stripe-account.ts'
import { isMissing } from '../provider/stripe-failures.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'

/**
 * What is paid for is ended at the card provider before anything is forgotten: while that is away the event waits, and nobody pays for
 * an account that is gone. Notes of refunds and disputes stay, as money has to be accounted for.
 */
@On(userDeleted)
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
