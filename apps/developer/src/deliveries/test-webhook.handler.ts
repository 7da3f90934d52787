import { randomUUIDv7 } from 'node:crypto'
import { type Actor, errors, type Input, requireUser, WEBHOOK_TESTS, webhooks } from '@daymark/contracts'
import {
  Database,
  FailureLimiter,
  failureKey,
  finishedWithin,
  Gate,
  type Handler,
  Handles,
  prepared,
} from '@daymark/platform'
import { Deliveries } from '../sending/deliveries.ts'
import { DeliveryQueue } from '../sending/delivery-queue.ts'
import { TEST_EVENT } from '../sending/signed-request.ts'
import { TAKEN, type Taken } from '../sending/taken.ts'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import { WebhookRules } from '../webhooks/webhook-rules.ts'
import { type DeliveryRow, LISTED, viewDelivery } from './delivery-rows.ts'

/** Shorter than whoever called waits for an answer. */
const WAIT_MS = 3000
/** Tests that one process sends at once, and that wait for that; a slow receiver holds up no delivery. */
const [AT_ONCE, WAITING] = [16, 100]
const DATA = JSON.stringify({ message: 'This is a test of your webhook.' })

/** Taken already: nobody else sends it, unless this process dies. */
const INSERT = prepared(`
  WITH d AS (
    INSERT INTO deliveries (id, webhook_id, event_id, object_id, type, data, created_at, taken_at, due_at)
    VALUES ($1::uuid, $2, $1::uuid, $1::uuid::text, '${TEST_EVENT}', $3, $4, $4, $5) RETURNING *)
  SELECT ${TAKEN} FROM d JOIN webhooks w ON w.id = d.webhook_id`)
const READ = `SELECT ${LISTED} FROM deliveries WHERE id = $1`

@Handles(webhooks.testWebhook)
export class TestWebhook implements Handler<typeof webhooks.testWebhook> {
  private readonly gate = new Gate(AT_ONCE, WAITING)
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly rules: WebhookRules,
    private readonly queue: DeliveryQueue,
    private readonly deliveries: Deliveries,
    private readonly limiter: FailureLimiter,
  ) {}

  /** Not by way of the queue: what waits there may be much, or paused. */
  async handle({ webhookId }: Input<typeof webhooks.testWebhook>, actor: Actor) {
    const { id: webhook, ownerId } = await ownWebhook(this.db, requireUser(actor), webhookId)
    await this.rules.authorize(actor)
    await this.limiter.admit([{ key: failureKey('webhook-test', ownerId), attempts: WEBHOOK_TESTS }])
    const id = randomUUIDv7()
    const sent = this.gate.pass(ownerId, async () => this.deliveries.send(await this.insert(id, webhook)))
    // A failure after the answer is in the log of deliveries, or is tried again.
    await finishedWithin(sent, WAIT_MS)
    const [row] = await this.db.sql<DeliveryRow>(READ, [id])
    if (!row) throw errors.UNAVAILABLE()
    return viewDelivery(row)
  }

  private async insert(id: string, webhookId: string): Promise<Taken> {
    const { now, until } = this.queue.lease()
    const [taken] = await this.db.commit(tx => tx.sql<Taken>(INSERT, [id, webhookId, DATA, now, until]))
    if (!taken) throw errors.WEBHOOK_NOT_FOUND()
    return taken
  }
}
