import type { Envelope, EventType } from '@daymark/contracts'
import { type Commit, On, prepared, type Subscriber } from '@daymark/platform'
import { DeliveryJobs, deliverWebhook, type Waiting } from '../sending/delivery-jobs.ts'
import { WebhookOwners } from './webhook-owners.ts'
import { WEBHOOKS } from './webhook-payloads.ts'

/** `album.updated` is not queued again while an equal one waits for its first attempt: a thousand added images make one delivery. */
const QUEUE = prepared(`
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

/** Queues a delivery for each webhook of the owner that wants the event, in one transaction with the mark that it was handled. */
@On(WEBHOOKS.map(({ event }) => event))
export class QueueWebhooks implements Subscriber<EventType> {
  private readonly payloads = new Map(WEBHOOKS.map(({ event, payload }) => [event.name, payload]))
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
    await commit(async tx => this.jobs.enqueue(tx, await tx.sql<Waiting>(QUEUE, values)))
  }
}
