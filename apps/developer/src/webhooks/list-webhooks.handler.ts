import { type Actor, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { viewWebhook, WEBHOOK, type WebhookRow } from './webhook-rows.ts'

@Handles(webhooks.listWebhooks)
export class ListWebhooks implements Handler<typeof webhooks.listWebhooks> {
  constructor(private readonly db: Database) {}

  /** All of them: nobody has many (`webhooksPerUser`). */
  async handle(_: object, actor: Actor) {
    const rows = await this.db.sql<WebhookRow>(`SELECT ${WEBHOOK} FROM webhooks WHERE owner_id = $1 ORDER BY id`, [
      requireUser(actor),
    ])
    return { webhooks: rows.map(viewWebhook) }
  }
}
