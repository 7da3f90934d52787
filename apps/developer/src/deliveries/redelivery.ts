import { type Actor, MAX_WEBHOOK_REDELIVERIES } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeliveryJobs, deliverWebhook, type Waiting } from '../sending/delivery-jobs.ts'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import { WebhookRules } from '../webhooks/webhook-rules.ts'

/** Excludes deliveries that are being sent. */
const REDELIVER = `
  UPDATE deliveries d SET status = 'pending', retry = 0 FROM webhooks w WHERE w.id = d.webhook_id AND w.id = $1 AND NOT EXISTS (
    SELECT FROM job_queue j WHERE j.kind = '${deliverWebhook.kind}' AND j.key = d.id::text AND j.lease IS NOT NULL)`
const WAITING = `d.id, d.webhook_id AS "webhookId", d.object_id AS "objectId", w.owner_id AS "ownerId", w.host`

/** Sends deliveries again under the same `webhook-id`, with a new series of attempts. */
@Injectable()
export class Redelivery {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly rules: WebhookRules,
    private readonly jobs: DeliveryJobs,
    private readonly limiter: FailureLimiter,
  ) {}

  async ofOne(actor: Actor, webhookId: string, deliveryId: string): Promise<number> {
    return this.again(actor, webhookId, ['AND d.id = $2', deliveryId])
  }
  async ofFailed(actor: Actor, webhookId: string): Promise<number> {
    return this.again(actor, webhookId, ["AND d.status = 'failed'"])
  }

  /** Throws WEBHOOK_NOT_FOUND before PLAN_REQUIRED, so that the plan does not reveal webhooks of other users. */
  private async again(
    actor: Actor,
    webhookId: string,
    [condition, ...values]: [string, ...unknown[]],
  ): Promise<number> {
    const { id } = await ownWebhook(this.db, actor.userId, webhookId)
    await this.rules.authorize(actor)
    await this.limiter.countAttempt([
      { key: failureKey('redelivery', actor.userId), attempts: MAX_WEBHOOK_REDELIVERIES },
    ])
    return this.db.commit(async tx => {
      const sent = await tx.sql<Waiting>(`${REDELIVER} ${condition} RETURNING ${WAITING}`, [id, ...values])
      this.jobs.enqueue(tx, sent)
      return sent.length
    })
  }
}
