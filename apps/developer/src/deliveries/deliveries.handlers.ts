import { type Actor, errors, type Input, requireUser, MAX_WEBHOOK_REDELIVERIES, webhooks } from '@daymark/contracts'
import { Database, failureKey, FailureLimiter, Handles, RpcHandlers } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { deliverWebhook, DeliveryJobs, type PendingDelivery } from '../sending/delivery-jobs.ts'
import { findOwnWebhook, WebhookRules } from '../webhooks/webhooks.ts'
import {
  DELIVERY_COLUMNS,
  DELIVERY_DETAIL_COLUMNS,
  type DeliveryRow,
  type DeliveryDetailRow,
  parseDeliveryId,
  viewDelivery,
  viewDetail,
} from './delivery-rows.ts'

/** Sets failed and delivered deliveries to pending, except those that are being sent. */
const RESET_DELIVERIES = `
  UPDATE deliveries d SET status = 'pending', retry = 0 FROM webhooks w WHERE w.id = d.webhook_id AND w.id = $1 AND NOT EXISTS (
    SELECT FROM job_queue j WHERE j.kind = '${deliverWebhook.kind}' AND j.key = d.id::text AND j.lease IS NOT NULL)`
const PENDING_DELIVERY_COLUMNS = `d.id, d.webhook_id AS "webhookId", d.object_id AS "objectId", w.owner_id AS "ownerId", w.host`

/** Sends deliveries again, with the same `webhook-id` and a new series of attempts. */
@Injectable()
export class Redelivery {
  constructor(
    private readonly db: Database,
    private readonly rules: WebhookRules,
    private readonly jobs: DeliveryJobs,
    private readonly limiter: FailureLimiter,
  ) {}

  async redeliverOne(actor: Actor, webhookId: string, deliveryId: string): Promise<number> {
    return this.redeliver(actor, webhookId, ['AND d.id = $2', deliveryId])
  }
  async redeliverFailed(actor: Actor, webhookId: string): Promise<number> {
    return this.redeliver(actor, webhookId, ["AND d.status = 'failed'"])
  }

  /** Throws WEBHOOK_NOT_FOUND before PLAN_REQUIRED, so that the error does not reveal which webhooks other users have. */
  private async redeliver(
    actor: Actor,
    webhookId: string,
    [condition, ...values]: [string, ...unknown[]],
  ): Promise<number> {
    const { id } = await findOwnWebhook(this.db, actor.userId, webhookId)
    await this.rules.authorize(actor)
    await this.limiter.countAttempt([
      { key: failureKey('redelivery', actor.userId), attempts: MAX_WEBHOOK_REDELIVERIES },
    ])
    return this.db.commit(async tx => {
      const deliveries = await tx.sql<PendingDelivery>(
        `${RESET_DELIVERIES} ${condition} RETURNING ${PENDING_DELIVERY_COLUMNS}`,
        [id, ...values],
      )
      this.jobs.enqueue(tx, deliveries)
      return deliveries.length
    })
  }
}

type DeliveryListRequest = Input<typeof webhooks.listDeliveries>
type DeliveryRowWithSeq = DeliveryRow & { seq: string }

@RpcHandlers()
export class DeliveryHandlers {
  constructor(
    private readonly db: Database,
    private readonly redelivery: Redelivery,
  ) {}

  @Handles(webhooks.getDelivery)
  async getDelivery({ webhookId, deliveryId: rawId }: Input<typeof webhooks.getDelivery>, actor: Actor) {
    const { id } = await findOwnWebhook(this.db, requireUser(actor), webhookId)
    const [row] = await this.db.sql<DeliveryDetailRow>(
      `SELECT ${DELIVERY_DETAIL_COLUMNS} FROM deliveries WHERE id = $1 AND webhook_id = $2`,
      [parseDeliveryId(rawId), id],
    )
    if (!row) throw errors.DELIVERY_NOT_FOUND()
    return viewDetail(row)
  }

  @Handles(webhooks.listDeliveries)
  async listDeliveries({ webhookId, status, limit, cursor }: DeliveryListRequest, actor: Actor) {
    const { id } = await findOwnWebhook(this.db, requireUser(actor), webhookId)
    const beforeSeq = cursor === undefined ? null : parseCursor(cursor)
    const rows = await this.db.sql<DeliveryRowWithSeq>(
      `SELECT seq, ${DELIVERY_COLUMNS} FROM deliveries
       WHERE webhook_id = $1 ${status ? 'AND status = $4' : ''} AND ($2::bigint IS NULL OR seq < $2)
       ORDER BY seq DESC LIMIT $3`,
      [id, beforeSeq, limit + 1, ...(status ? [status] : [])],
    )
    const page = rows.slice(0, limit)
    const hasMore = rows.length > limit && limit > 0
    return { deliveries: page.map(viewDelivery), nextCursor: hasMore ? (page.at(-1)?.seq ?? null) : null }
  }

  @Handles(webhooks.redeliverFailed)
  async redeliverFailed({ webhookId }: Input<typeof webhooks.redeliverFailed>, actor: Actor) {
    requireUser(actor)
    return { deliveries: await this.redelivery.redeliverFailed(actor, webhookId) }
  }

  @Handles(webhooks.redeliver)
  async redeliver({ webhookId, deliveryId: rawId }: Input<typeof webhooks.redeliver>, actor: Actor) {
    const { id } = await findOwnWebhook(this.db, requireUser(actor), webhookId)
    const sql = 'SELECT id FROM deliveries WHERE id = $1 AND webhook_id = $2'
    const [delivery] = await this.db.sql<{ id: string }>(sql, [parseDeliveryId(rawId), id])
    if (!delivery) throw errors.DELIVERY_NOT_FOUND()
    return { deliveries: await this.redelivery.redeliverOne(actor, id, delivery.id) }
  }
}

function parseCursor(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor
  throw errors.INVALID_INPUT({ reason: 'cursor: Send the next_cursor of the previous page.' })
}
