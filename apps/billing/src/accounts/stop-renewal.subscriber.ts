import { userAccessChanged, type EventOf } from '@daymark/contracts'
import { Database, On, type Commit, type Subscriber, type Tx } from '@daymark/platform'
import type Stripe from 'stripe'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { Changing } from '../subscriptions/changing.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'

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
    // whoever hears of it later changes it for the one before
    for (let done = false; !done;) done = await this.follow(userId)
    await commit(async () => {})
  }

  /** As the newest news want it. False: these changed meanwhile. */
  private async follow(userId: string): Promise<boolean> {
    const row = await this.db.repository(Subscription).findOneBy({ userId })
    if (!row || !this.provider.configured || (!row.closing && !row.endsByClosing)) return true
    const { subscription, current } = await this.provider.read(userId)
    const { closing, closingVersion } = subscription
    if (current) await this.bring(subscription, current)
    const after = await this.change(userId, own => {
      if (own.closingVersion === closingVersion && !closing) own.endsByClosing = false
    })
    return !after || after.closingVersion === closingVersion
  }

  private async bring(row: Subscription, current: Stripe.Subscription): Promise<void> {
    const { userId, closing, cancelAtPeriodEnd, endsByClosing } = row
    if (cancelAtPeriodEnd === closing || (!closing && !endsByClosing)) return
    // that it was us is written down first: who dies in between would take it for a wish of the customer's
    if (closing) await this.change(userId, own => void (own.endsByClosing = true))
    await this.changing.cancel(current, closing)
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
