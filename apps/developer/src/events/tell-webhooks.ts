import type { Envelope } from '@daymark/contracts'
import { Clock, type Commit, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeliveryQueue } from '../sending/delivery-queue.ts'
import type { Told } from './event-data.ts'
import { WebhookOwners } from './webhook-owners.ts'

/**
 * An album that gets a thousand images is told as changed as often as its receiver can hear it: where the newest that waits says the
 * same, it says enough.
 */
const TELL = prepared(`
  INSERT INTO deliveries (webhook_id, event_id, object_id, type, data, created_at, due_at)
  SELECT id, $2, $3, $4, $5, $6, $7 FROM webhooks w
  WHERE owner_id = $1 AND $4 = ANY(events) AND NOT ($4 = 'album.updated' AND coalesce((
    SELECT d.type = $4 AND d.data = $5 FROM deliveries d
    WHERE d.webhook_id = w.id AND d.object_id = $3 AND d.status = 'pending' AND d.attempts = 0 AND d.taken_at IS NULL
    ORDER BY d.seq DESC LIMIT 1), false))
  ON CONFLICT (webhook_id, event_id) DO NOTHING RETURNING id`)

/** Makes a delivery of an event for each webhook that wants it, in one transaction with the mark that the event was handled. */
@Injectable()
export class TellWebhooks {
  private readonly clock: Clock
  private readonly queue: DeliveryQueue
  private readonly owners: WebhookOwners
  constructor(clock: Clock, queue: DeliveryQueue, owners: WebhookOwners) {
    this.clock = clock
    this.queue = queue
    this.owners = owners
  }

  /** Whether its owner has any. */
  concern({ data }: Envelope<{ ownerId: string }>): Promise<boolean> {
    return this.owners.has(data.ownerId)
  }

  async of({ id, time, data }: Envelope<{ ownerId: string }>, told: Told | undefined, commit: Commit): Promise<void> {
    if (!told) return
    await commit(async tx => {
      const values = [data.ownerId, id, told.objectId, told.type, JSON.stringify(told.data), time, this.clock.now()]
      const made = tx.sql(TELL, values)
      tx.afterCommit(() => void made.then(rows => rows.length > 0 && this.queue.wake()))
    })
  }
}
