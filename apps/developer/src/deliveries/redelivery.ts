import { type Actor, WEBHOOK_REDELIVERIES } from '@daymark/contracts'
import { Clock, Database, FailureLimiter, failureKey } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeliveryQueue } from '../sending/delivery-queue.ts'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import { WebhookRules } from '../webhooks/webhook-rules.ts'

/** What is being sent at this moment is left alone. */
const AGAIN = `
  UPDATE deliveries SET status = 'pending', due_at = $2, retry = 0 WHERE webhook_id = $1 AND taken_at IS NULL`

/** Has deliveries sent again, under the same `webhook-id` and with all retries before them. */
@Injectable()
export class Redelivery {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rules: WebhookRules,
    private readonly queue: DeliveryQueue,
    private readonly limiter: FailureLimiter,
  ) {}

  async ofOne(actor: Actor, webhookId: string, deliveryId: string): Promise<number> {
    return this.again(actor, webhookId, ['AND id = $3', deliveryId])
  }
  async ofFailed(actor: Actor, webhookId: string): Promise<number> {
    return this.again(actor, webhookId, ["AND status = 'failed'"])
  }

  /** WEBHOOK_NOT_FOUND before PLAN_REQUIRED: what is not one's own is not there, whatever the plan. */
  private async again(actor: Actor, webhookId: string, [which, ...values]: [string, ...unknown[]]): Promise<number> {
    const { id } = await ownWebhook(this.db, actor.userId, webhookId)
    await this.rules.authorize(actor)
    await this.limiter.admit([{ key: failureKey('redelivery', actor.userId), attempts: WEBHOOK_REDELIVERIES }])
    return this.db.commit(async tx => {
      const sent = await tx.sql(`${AGAIN} ${which} RETURNING id`, [id, this.clock.now(), ...values])
      this.queue.wakeAfter(tx)
      return sent.length
    })
  }
}
