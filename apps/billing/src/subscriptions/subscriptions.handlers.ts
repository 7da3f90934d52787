import { type Actor, billing, errors, type Input, subscriptionChanged } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { locked, ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { Buying } from './buying.ts'
import { Changing } from './changing.ts'
import { auditPlan, planOf } from './plan-change.ts'
import { Subscriptions } from './subscriptions.ts'

/** S-SUB-08. An account never pays for two subscriptions: an existing one is changed instead. */
@Handles(billing.checkout)
export class Checkout implements Handler<typeof billing.checkout> {
  constructor(
    private readonly own: Subscriptions,
    private readonly provider: ProviderSubscriptions,
    private readonly buying: Buying,
    private readonly changing: Changing,
  ) {}

  async handle({ tier, email, site }: Input<typeof billing.checkout>, actor: Actor) {
    const { userId } = await this.own.of(actor)
    if (!this.provider.configured) return { checkoutUrl: null, testMode: true, changed: null }
    const { subscription, current } = await this.provider.read(userId)
    if (!current) return bought(await this.buying.page(subscription, { tier, email, site }))
    const confirm = await this.changing.to(tier, current)
    const { version } = (await this.provider.read(userId, actor)).subscription
    return confirm === undefined ? { checkoutUrl: null, testMode: false, changed: version } : bought(confirm)
  }
}

const bought = (checkoutUrl: string) => ({ checkoutUrl, testMode: false, changed: null })

@Handles(billing.getSubscription)
export class GetSubscription implements Handler<typeof billing.getSubscription> {
  constructor(private readonly own: Subscriptions) {}

  async handle(_: Input<typeof billing.getSubscription>, actor: Actor) {
    return (await this.own.of(actor)).view()
  }
}

@Handles(billing.refresh)
export class Refresh implements Handler<typeof billing.refresh> {
  constructor(
    private readonly own: Subscriptions,
    private readonly provider: ProviderSubscriptions,
  ) {}

  async handle(_: Input<typeof billing.refresh>, actor: Actor) {
    const subscription = await this.own.of(actor)
    if (!this.provider.configured) return subscription.view()
    return (await this.provider.read(subscription.userId, actor)).subscription.view()
  }
}

@Handles(billing.setCancel)
export class SetCancel implements Handler<typeof billing.setCancel> {
  constructor(
    private readonly own: Subscriptions,
    private readonly provider: ProviderSubscriptions,
    private readonly changing: Changing,
  ) {}

  async handle({ cancel }: Input<typeof billing.setCancel>, actor: Actor) {
    const { userId } = await this.own.of(actor)
    if (!this.provider.configured) throw errors.NO_PAID_SUBSCRIPTION()
    const { subscription, current } = await this.provider.read(userId)
    if (!current) throw errors.NO_PAID_SUBSCRIPTION()
    if (subscription.cancelAtPeriodEnd === cancel) return subscription.view()
    await this.changing.cancel(current, cancel)
    return (await this.provider.read(userId, actor)).subscription.view()
  }
}

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
