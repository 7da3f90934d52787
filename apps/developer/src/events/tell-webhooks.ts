import type { Envelope } from '@daymark/contracts'
import { Clock, type Commit, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeliveryQueue } from '../sending/delivery-queue.ts'
import type { Told } from './event-data.ts'

/** One look at an index for the many who have no webhook. */
const TELL = prepared(`
  INSERT INTO deliveries (webhook_id, event_id, object_id, type, data, created_at, due_at)
  SELECT id, $2, $3, $4, $5, $6, $7 FROM webhooks WHERE owner_id = $1 AND $4 = ANY(events)
  ON CONFLICT (webhook_id, event_id) DO NOTHING RETURNING id`)

/** Makes a delivery of an event for each webhook that wants it, in one transaction with the mark that the event was handled. */
@Injectable()
export class TellWebhooks {
  private readonly clock: Clock
  private readonly queue: DeliveryQueue
  constructor(clock: Clock, queue: DeliveryQueue) {
    this.clock = clock
    this.queue = queue
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
