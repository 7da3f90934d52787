import { billing, subscriptionChanged, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { Subscriptions } from './subscriptions.ts'
import { Subscription } from './subscription.entity.ts'

/** S-SUB-09: the plan is switched at once and nothing is charged, which is what test mode means (rule 11). */
@Handles(billing.updateTier)
export class UpdateTier implements Handler<typeof billing.updateTier> {
  private readonly db: Database
  private readonly own: Subscriptions
  private readonly clock: Clock
  constructor(db: Database, own: Subscriptions, clock: Clock) {
    this.db = db
    this.own = own
    this.clock = clock
  }

  async handle({ tier }: Input<typeof billing.updateTier>, actor: Actor) {
    const { userId } = await this.own.of(actor)
    return this.db.commit(async tx => {
      const lock = { mode: 'pessimistic_write' } as const
      const subscription = await tx.em.findOneOrFail(Subscription, { where: { userId }, lock })
      if (subscription.switchTo(tier, this.clock.now())) {
        await tx.em.save(subscription)
        tx.emit(subscriptionChanged, userId, subscription.view(), actor)
      }
      return subscription.view()
    })
  }
}
