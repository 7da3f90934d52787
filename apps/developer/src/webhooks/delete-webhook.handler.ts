import { type Actor, errors, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { webhookId } from './webhook-rows.ts'

@Handles(webhooks.deleteWebhook)
export class DeleteWebhook implements Handler<typeof webhooks.deleteWebhook> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ webhookId: id }: Input<typeof webhooks.deleteWebhook>, actor: Actor) {
    const ownerId = requireUser(actor)
    const gone = await this.db.commit(tx =>
      tx.sql('DELETE FROM webhooks WHERE id = $1 AND owner_id = $2 RETURNING id', [webhookId(id), ownerId]),
    )
    if (!gone.length) throw errors.WEBHOOK_NOT_FOUND()
    return { success: true as const }
  }
}
