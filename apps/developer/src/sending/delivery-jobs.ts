import { entitlementOf, type SubscriptionState } from '@daymark/contracts'
import { Clock, Database, defineJob, JobQueue, preparedStatement, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import { ApiPlan } from '../plans/plans.handlers.ts'

export const TEST_EVENT = 'webhook.test'

/** The job that sends one delivery. The job determines when the delivery is sent; the row in `deliveries` records the result. */
export const deliverWebhook = defineJob('deliver-webhook', z.object({ deliveryId: z.uuid() }))

/** Maximum number of deliveries per commit. The next run of ResumeDeliveries enqueues the rest. */
const DELIVERIES_PER_COMMIT = 5000
/** Lists pending deliveries without a job. Deliveries of paused webhooks and of owners who may not send have none. */
const LIST_DELIVERIES_WITHOUT_JOB = `
  SELECT d.id, d.webhook_id AS "webhookId", d.object_id AS "objectId", w.owner_id AS "ownerId", w.host
  FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
  WHERE d.status = 'pending' AND w.active AND $1 IN (w.id, w.owner_id)
    AND NOT EXISTS (SELECT FROM job_queue j WHERE j.kind = '${deliverWebhook.kind}' AND j.key = d.id::text)
  ORDER BY d.seq LIMIT ${DELIVERIES_PER_COMMIT}`

/**
 * Lists owners with pending deliveries. The recursion reads one index entry per webhook, so its cost does not depend on the number of
 * deliveries.
 */
const LIST_OWNERS_WITH_PENDING_DELIVERIES = `
  WITH RECURSIVE waiting AS (
    (SELECT webhook_id FROM deliveries WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM deliveries d WHERE d.status = 'pending' AND d.webhook_id > w.webhook_id
            ORDER BY d.webhook_id LIMIT 1)
    FROM waiting w WHERE w.webhook_id IS NOT NULL)
  SELECT DISTINCT w.owner_id AS "ownerId", p.tier, p.status, p.storage_limit::float8 AS "storageLimit", p.end_date AS "endDate",
    p.past_due_since AS "pastDueSince"
  FROM waiting JOIN webhooks w ON w.id = waiting.webhook_id AND w.active JOIN plans p ON p.user_id = w.owner_id
  LEFT JOIN user_access o ON o.user_id = w.owner_id WHERE o.may_act IS NOT FALSE`

const SELECT_QUEUE_DEPTH = preparedStatement(`
  SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending')::int AS rows,
    (SELECT coalesce(extract(epoch FROM $1 - min(run_at)), 0) FROM job_queue
     WHERE kind = '${deliverWebhook.kind}' AND run_at <= $1)::float8 AS "ageSeconds"`)

export type PendingDelivery = {
  id: string
  webhookId: string
  objectId: string
  ownerId: string
  host: string
  runAt?: Date
}

/** Enqueues deliveries. They are sent round-robin by owner, limited by host, and in order for each object. */
@Injectable()
export class DeliveryJobs {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly queue: JobQueue,
    private readonly plan: ApiPlan,
  ) {}

  enqueue(tx: Tx, deliveries: PendingDelivery[]): void {
    const jobs = deliveries.map(({ id, webhookId, objectId, ownerId, host, runAt }) => ({
      data: { deliveryId: id },
      key: id,
      account: ownerId,
      group: host,
      sequence: `${webhookId} ${objectId}`,
      runAt,
    }))
    this.queue.enqueue(tx, deliverWebhook, jobs)
  }

  /** Enqueues pending deliveries without a job: those of one webhook, or of all webhooks of an owner. */
  async resume(tx: Tx, webhookOrOwnerId: string): Promise<void> {
    this.enqueue(tx, await tx.sql<PendingDelivery>(LIST_DELIVERIES_WITHOUT_JOB, [webhookOrOwnerId]))
  }

  /** Returns the owners with pending deliveries who may act and whose plan includes webhooks. */
  async findOwnersWithPendingDeliveries(): Promise<string[]> {
    const rows = await this.db.sql<{ ownerId: string } & SubscriptionState>(LIST_OWNERS_WITH_PENDING_DELIVERIES)
    const now = this.clock.now()
    return rows.filter(row => this.plan.includesApi(entitlementOf(row, now))).map(({ ownerId }) => ownerId)
  }

  /** Returns the number of pending deliveries, and the time in seconds since the oldest one was due. */
  async readQueueDepth(): Promise<{ rows: number; ageSeconds: number }> {
    const [row] = await this.db.sql<{ rows: number; ageSeconds: number }>(SELECT_QUEUE_DEPTH, [this.clock.now()])
    return row ?? { rows: 0, ageSeconds: 0 }
  }
}
