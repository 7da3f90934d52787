import { billing, errors, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { Changing } from './changing.ts'
import { Subscriptions } from './subscriptions.ts'

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
