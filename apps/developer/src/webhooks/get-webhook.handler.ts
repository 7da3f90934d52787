import { type Actor, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { ownWebhook, viewWebhook } from './webhook-rows.ts'

@Handles(webhooks.getWebhook)
export class GetWebhook implements Handler<typeof webhooks.getWebhook> {
  constructor(private readonly db: Database) {}

  async handle({ webhookId }: Input<typeof webhooks.getWebhook>, actor: Actor) {
    return viewWebhook(await ownWebhook(this.db, requireUser(actor), webhookId))
  }
}
