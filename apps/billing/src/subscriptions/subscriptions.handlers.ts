import { type Actor, billing, errors, type Input, subscriptionChanged } from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { lockSubscription, ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { CheckoutSessions } from './checkout-sessions.ts'
import { PlanChanges } from './plan-changes.ts'
import { auditPlanChange, pickPlan, Subscriptions } from './subscriptions.ts'

@RpcHandlers()
export class SubscriptionHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly subscriptions: Subscriptions,
    private readonly provider: ProviderSubscriptions,
    private readonly sessions: CheckoutSessions,
    private readonly planChanges: PlanChanges,
  ) {}

  /** S-SUB-08: buys a plan, or changes an existing subscription instead, so that an account never pays for two. */
  @Handles(billing.checkout)
  async startCheckout({ tier, email, site }: Input<typeof billing.checkout>, actor: Actor) {
    const { userId } = await this.subscriptions.findOfCaller(actor)
    if (!this.provider.isConfigured) return { checkoutUrl: null, testMode: true, changed: null }
    const { subscription, stripeSubscription } = await this.provider.sync(userId)
    if (!stripeSubscription) return redirectTo(await this.sessions.open(subscription, { tier, email, site }))
    const confirmationUrl = await this.planChanges.changeTier(tier, stripeSubscription)
    const { version } = (await this.provider.sync(userId, actor)).subscription
    return confirmationUrl === undefined
      ? { checkoutUrl: null, testMode: false, changed: version }
      : redirectTo(confirmationUrl)
  }

  @Handles(billing.getSubscription)
  async getSubscription(_: Input<typeof billing.getSubscription>, actor: Actor) {
    return (await this.subscriptions.findOfCaller(actor)).toView()
  }

  @Handles(billing.refresh)
  async refreshSubscription(_: Input<typeof billing.refresh>, actor: Actor) {
    const subscription = await this.subscriptions.findOfCaller(actor)
    if (!this.provider.isConfigured) return subscription.toView()
    return (await this.provider.sync(subscription.userId, actor)).subscription.toView()
  }

  @Handles(billing.setCancel)
  async setCancel({ cancel }: Input<typeof billing.setCancel>, actor: Actor) {
    const { userId } = await this.subscriptions.findOfCaller(actor)
    if (!this.provider.isConfigured) throw errors.NO_PAID_SUBSCRIPTION()
    const { subscription, stripeSubscription } = await this.provider.sync(userId)
    if (!stripeSubscription) throw errors.NO_PAID_SUBSCRIPTION()
    if (subscription.cancelAtPeriodEnd === cancel) return subscription.toView()
    await this.planChanges.setCancel(stripeSubscription, cancel)
    return (await this.provider.sync(userId, actor)).subscription.toView()
  }

  /** S-SUB-09: changes the plan immediately and without payment, which is possible only in test mode (rule 11). */
  @Handles(billing.updateTier)
  async updateTier({ tier }: Input<typeof billing.updateTier>, actor: Actor) {
    const { userId } = await this.subscriptions.findOfCaller(actor)
    if (this.provider.isConfigured) throw errors.TEST_MODE_ONLY()
    return this.db.commit(async tx => {
      const subscription = await lockSubscription(tx, userId)
      const planBefore = pickPlan(subscription)
      if (subscription.switchTier(tier, this.clock.now())) {
        await tx.em.save(subscription)
        tx.emit(subscriptionChanged, userId, subscription.toView(), actor)
        auditPlanChange(tx, subscription, planBefore, actor)
      }
      return subscription.toView()
    })
  }
}

const redirectTo = (checkoutUrl: string) => ({ checkoutUrl, testMode: false, changed: null })
