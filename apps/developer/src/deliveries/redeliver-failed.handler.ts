import { type Actor, type Input, requireUser, webhooks } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Redelivery } from './redelivery.ts'

@Handles(webhooks.redeliverFailed)
export class RedeliverFailed implements Handler<typeof webhooks.redeliverFailed> {
  constructor(private readonly redelivery: Redelivery) {}

  async handle({ webhookId }: Input<typeof webhooks.redeliverFailed>, actor: Actor) {
    requireUser(actor)
    return { deliveries: await this.redelivery.ofFailed(actor, webhookId) }
  }
}
