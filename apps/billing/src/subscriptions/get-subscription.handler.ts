import { billing, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Subscriptions } from './subscriptions.ts'

@Handles(billing.getSubscription)
export class GetSubscription implements Handler<typeof billing.getSubscription> {
  constructor(private readonly own: Subscriptions) {}

  async handle(_: Input<typeof billing.getSubscription>, actor: Actor) {
    return (await this.own.of(actor)).view()
  }
}
