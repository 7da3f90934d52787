import { act, type Actor, developerAudited, errors, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { webhookId } from './webhook-rows.ts'

@Handles(webhooks.deleteWebhook)
export class DeleteWebhook implements Handler<typeof webhooks.deleteWebhook> {
  constructor(private readonly db: Database) {}

  async handle({ webhookId: id }: Input<typeof webhooks.deleteWebhook>, actor: Actor) {
    const ownerId = requireUser(actor)
    await this.db.commit(async tx => {
      const gone = 'DELETE FROM webhooks WHERE id = $1 AND owner_id = $2 RETURNING id, host'
      const [webhook] = await tx.sql<{ id: string; host: string }>(gone, [webhookId(id), ownerId])
      if (!webhook) throw errors.WEBHOOK_NOT_FOUND()
      tx.emit(
        developerAudited,
        ...act(actor, 'webhook.deleted', { kind: 'webhook', id: webhook.id, name: webhook.host }),
      )
    })
    return { success: true as const }
  }
}
