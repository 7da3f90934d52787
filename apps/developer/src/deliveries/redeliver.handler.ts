import { type Actor, errors, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import { deliveryId } from './delivery-rows.ts'
import { Redelivery } from './redelivery.ts'

@Handles(webhooks.redeliver)
export class Redeliver implements Handler<typeof webhooks.redeliver> {
  constructor(
    private readonly db: Database,
    private readonly redelivery: Redelivery,
  ) {}

  async handle({ webhookId, deliveryId: given }: Input<typeof webhooks.redeliver>, actor: Actor) {
    const { id } = await ownWebhook(this.db, requireUser(actor), webhookId)
    const sql = 'SELECT id FROM deliveries WHERE id = $1 AND webhook_id = $2'
    const [delivery] = await this.db.sql<{ id: string }>(sql, [deliveryId(given), id])
    if (!delivery) throw errors.DELIVERY_NOT_FOUND()
    return { deliveries: await this.redelivery.ofOne(actor, id, delivery.id) }
  }
}
