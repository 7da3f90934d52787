import { type Actor, errors, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import { DETAILED, deliveryId, type DetailRow, viewDetail } from './delivery-rows.ts'

@Handles(webhooks.getDelivery)
export class GetDelivery implements Handler<typeof webhooks.getDelivery> {
  constructor(private readonly db: Database) {}

  async handle({ webhookId, deliveryId: given }: Input<typeof webhooks.getDelivery>, actor: Actor) {
    const { id } = await ownWebhook(this.db, requireUser(actor), webhookId)
    const [row] = await this.db.sql<DetailRow>(`SELECT ${DETAILED} FROM deliveries WHERE id = $1 AND webhook_id = $2`, [
      deliveryId(given),
      id,
    ])
    if (!row) throw errors.DELIVERY_NOT_FOUND()
    return viewDetail(row)
  }
}
