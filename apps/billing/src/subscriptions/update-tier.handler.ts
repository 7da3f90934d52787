import { billing, errors, subscriptionChanged, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { locked, ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { auditPlan, planOf } from './plan-change.ts'
import { Subscriptions } from './subscriptions.ts'

/** S-SUB-09: the plan is switched at once and nothing is charged, which is what test mode means (rule 11). */
@Handles(billing.updateTier)
export class UpdateTier implements Handler<typeof billing.updateTier> {
  constructor(
    private readonly db: Database,
    private readonly own: Subscriptions,
    private readonly provider: ProviderSubscriptions,
    private readonly clock: Clock,
  ) {}

  async handle({ tier }: Input<typeof billing.updateTier>, actor: Actor) {
    const { userId } = await this.own.of(actor)
    if (this.provider.configured) throw errors.TEST_MODE_ONLY()
    return this.db.commit(async tx => {
      const subscription = await locked(tx, userId)
      const before = planOf(subscription)
      if (subscription.switchTo(tier, this.clock.now())) {
        await tx.em.save(subscription)
        tx.emit(subscriptionChanged, userId, subscription.view(), actor)
        auditPlan(tx, subscription, before, actor)
      }
      return subscription.view()
    })
  }
}
