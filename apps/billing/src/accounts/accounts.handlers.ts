import {
  accountStatistics,
  type Actor,
  errors,
  grantedPlans,
  type Input,
  PLANS,
  subscriptionChanged,
  subscriptionsPage,
} from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { MoreThan } from 'typeorm'
import { lockSubscription } from '../provider/provider-subscriptions.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'

const MANAGED_BY_PROVIDER = 'The payment provider charges this plan. Change or cancel the plan there first.'

@RpcHandlers()
export class AccountHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(accountStatistics.getPlan)
  async getAccountPlan({ userId }: Input<typeof accountStatistics.getPlan>) {
    const subscription = await this.db.repository(Subscription).findOneBy({ userId })
    if (!subscription) throw errors.SUBSCRIPTION_PENDING()
    return subscription.toView()
  }

  /** Gives a user a plan without payment (rule 6). Throws CONFLICT if the payment provider charges the current plan. */
  @Handles(grantedPlans.grant)
  async grantPlan({ userId, tier, storageLimit }: Input<typeof grantedPlans.grant>, actor: Actor) {
    const findSubscription = async () => (await this.db.repository(Subscription).findOneBy({ userId })) ?? undefined
    if (!(await this.db.pollUntilFound(findSubscription))) throw errors.USER_NOT_FOUND()
    return this.db.commit(async tx => {
      const subscription = await lockSubscription(tx, userId)
      if (subscription.managed) throw errors.CONFLICT({ reason: MANAGED_BY_PROVIDER })
      const before = { tier: subscription.tier, limit: subscription.storageLimit }
      if (subscription.grant(tier, storageLimit ?? PLANS[tier].grantedStorageLimit, this.clock.now())) {
        await tx.em.save(subscription)
        tx.emit(subscriptionChanged, userId, subscription.toView(), actor)
        const details = { from: before.tier, to: tier, limit: subscription.storageLimit, limit_before: before.limit }
        const target = { kind: 'user', id: userId, name: null }
        tx.audit(actor, 'plan.changed', target, details)
      }
      return subscription.toView()
    })
  }

  @Handles(subscriptionsPage)
  async listSubscriptions({ after, limit: take }: Input<typeof subscriptionsPage>) {
    const subscriptions = await this.db.em.find(Subscription, {
      ...(after && { where: { userId: MoreThan(after) } }),
      order: { userId: 'ASC' },
      take,
    })
    return { subscriptions: subscriptions.map(subscription => subscription.toView()) }
  }
}
