import { type Actor, errors, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import { type DeliveryRow, LISTED, viewDelivery } from './delivery-rows.ts'

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
  throw errors.INVALID_INPUT({ reason: 'cursor: It has to be the next_cursor of a page before.' })
}
