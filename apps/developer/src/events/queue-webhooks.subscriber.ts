import type { Envelope, EventType } from '@daymark/contracts'
import { Batcher, type Commit, Database, On, preparedStatement, type Subscriber } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { deliverWebhook, DeliveryJobs, type PendingDelivery } from '../sending/delivery-jobs.ts'
import { WEBHOOK_PAYLOADS } from './webhook-payloads.ts'

const SELECT_WEBHOOK_OWNERS = preparedStatement(
  'SELECT DISTINCT owner_id AS id FROM webhooks WHERE owner_id = ANY($1::uuid[])',
)
const OWNERS_PER_QUERY = 1000

/**
 * Checks whether an owner has webhooks. Most owners have none, so the check must be cheap: lookups that arrive during a query share the
 * next query. Results are not cached, because a new webhook must receive all later events, whichever replica handles them.
 */
@Injectable()
export class WebhookOwners {
  private readonly batcher = new Batcher((ids: string[]) => this.loadOwners(ids), OWNERS_PER_QUERY)
  constructor(private readonly db: Database) {}

  has(ownerId: string): Promise<boolean> {
    return this.batcher.add(ownerId)
  }

  private async loadOwners(ids: string[]): Promise<boolean[]> {
    const rows = await this.db.sql<{ id: string }>(SELECT_WEBHOOK_OWNERS, [[...new Set(ids)]])
    const owners = new Set(rows.map(({ id }) => id))
    return ids.map(id => owners.has(id))
  }
}

/**
 * Inserts deliveries. An `album.updated` is skipped while an equal one waits for its first attempt, so that adding 1,000 images causes only
 * one delivery.
 */
const INSERT_DELIVERIES = preparedStatement(`
  WITH queued AS (
  INSERT INTO deliveries (webhook_id, event_id, object_id, type, data, created_at)
  SELECT id, $2, $3, $4, $5, $6 FROM webhooks w
  WHERE owner_id = $1 AND $4 = ANY(events) AND NOT ($4 = 'album.updated' AND coalesce((
    SELECT d.type = $4 AND d.data = $5 FROM deliveries d
    WHERE d.webhook_id = w.id AND d.object_id = $3 AND d.status = 'pending' AND d.attempts = 0
      AND NOT EXISTS (SELECT FROM job_queue j WHERE j.kind = '${deliverWebhook.kind}' AND j.key = d.id::text AND j.lease IS NOT NULL)
    ORDER BY d.seq DESC LIMIT 1), false))
  ON CONFLICT (webhook_id, event_id) DO NOTHING RETURNING id, webhook_id, object_id)
  SELECT q.id, q.webhook_id AS "webhookId", q.object_id AS "objectId", w.owner_id AS "ownerId", w.host
  FROM queued q JOIN webhooks w ON w.id = q.webhook_id AND w.active`)

/** Queues a delivery for each webhook that subscribes to the event, in the transaction that marks the event as handled. */
@On(WEBHOOK_PAYLOADS.map(({ event }) => event))
export class QueueWebhooks implements Subscriber<EventType> {
  private readonly payloads = new Map(WEBHOOK_PAYLOADS.map(({ event, payload }) => [event.name, payload]))
  constructor(
    private readonly jobs: DeliveryJobs,
    private readonly owners: WebhookOwners,
  ) {}

  shouldHandle({ data }: Envelope<{ ownerId: string }>): Promise<boolean> {
    return this.owners.has(data.ownerId)
  }

  async on({ id, type, time, data }: Envelope<{ ownerId: string }>, commit: Commit): Promise<void> {
    const payload = this.payloads.get(type)?.(data as never)
    if (!payload) return
    const values = [data.ownerId, id, payload.objectId, payload.type, JSON.stringify(payload.data), time]
    await commit(async tx => this.jobs.enqueue(tx, await tx.sql<PendingDelivery>(INSERT_DELIVERIES, values)))
  }
}
