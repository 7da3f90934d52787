import { billing, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { Subscriptions } from './subscriptions.ts'

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
