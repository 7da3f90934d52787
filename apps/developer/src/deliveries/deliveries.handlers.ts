import { type Actor, errors, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import {
  deliveryId,
  type DeliveryRow,
  DETAILED,
  type DetailRow,
  LISTED,
  viewDelivery,
  viewDetail,
} from './delivery-rows.ts'
import { Redelivery } from './redelivery.ts'

@Handles(webhooks.getDelivery)
export class GetDelivery implements Handler<typeof webhooks.getDelivery> {
  constructor(private readonly db: Database) {}

  async handle({ webhookId, deliveryId: rawId }: Input<typeof webhooks.getDelivery>, actor: Actor) {
    const { id } = await ownWebhook(this.db, requireUser(actor), webhookId)
    const [row] = await this.db.sql<DetailRow>(`SELECT ${DETAILED} FROM deliveries WHERE id = $1 AND webhook_id = $2`, [
      deliveryId(rawId),
      id,
    ])
    if (!row) throw errors.DELIVERY_NOT_FOUND()
    return viewDetail(row)
  }
}

type Asked = Input<typeof webhooks.listDeliveries>
type Row = DeliveryRow & { seq: string }

@Handles(webhooks.listDeliveries)
export class ListDeliveries implements Handler<typeof webhooks.listDeliveries> {
  constructor(private readonly db: Database) {}

  async handle({ webhookId, status, limit, cursor }: Asked, actor: Actor) {
    const { id } = await ownWebhook(this.db, requireUser(actor), webhookId)
    const before = cursor === undefined ? null : seqOf(cursor)
    const rows = await this.db.sql<Row>(
      `SELECT seq, ${LISTED} FROM deliveries
       WHERE webhook_id = $1 ${status ? 'AND status = $4' : ''} AND ($2::bigint IS NULL OR seq < $2)
       ORDER BY seq DESC LIMIT $3`,
      [id, before, limit + 1, ...(status ? [status] : [])],
    )
    const page = rows.slice(0, limit)
    const isMore = rows.length > limit && limit > 0
    return { deliveries: page.map(viewDelivery), nextCursor: isMore ? (page.at(-1)?.seq ?? null) : null }
  }
}

function seqOf(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor
  throw errors.INVALID_INPUT({ reason: 'cursor: Send the next_cursor of the previous page.' })
}

@Handles(webhooks.redeliverFailed)
export class RedeliverFailed implements Handler<typeof webhooks.redeliverFailed> {
  constructor(private readonly redelivery: Redelivery) {}

  async handle({ webhookId }: Input<typeof webhooks.redeliverFailed>, actor: Actor) {
    requireUser(actor)
    return { deliveries: await this.redelivery.ofFailed(actor, webhookId) }
  }
}

@Handles(webhooks.redeliver)
export class Redeliver implements Handler<typeof webhooks.redeliver> {
  constructor(
    private readonly db: Database,
    private readonly redelivery: Redelivery,
  ) {}

  async handle({ webhookId, deliveryId: rawId }: Input<typeof webhooks.redeliver>, actor: Actor) {
    const { id } = await ownWebhook(this.db, requireUser(actor), webhookId)
    const sql = 'SELECT id FROM deliveries WHERE id = $1 AND webhook_id = $2'
    const [delivery] = await this.db.sql<{ id: string }>(sql, [deliveryId(rawId), id])
    if (!delivery) throw errors.DELIVERY_NOT_FOUND()
    return { deliveries: await this.redelivery.ofOne(actor, id, delivery.id) }
  }
}
