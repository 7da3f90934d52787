import { randomUUIDv7 } from 'node:crypto'
import { type Actor, errors, type Input, requireUser, MAX_WEBHOOK_TESTS, webhooks } from '@daymark/contracts'
import {
  Clock,
  Database,
  FailureLimiter,
  failureKey,
  finishedWithin,
  ConcurrencyLimiter,
  type Handler,
  Handles,
  prepared,
} from '@daymark/platform'
import { Attempt } from '../sending/attempt.ts'
import { TEST_EVENT } from '../sending/delivery-jobs.ts'
import { DeliveryJobs } from '../sending/delivery-jobs.ts'
import { type Delivery, DELIVERY, Outcomes } from '../sending/outcomes.ts'
import { ownWebhook } from '../webhooks/webhook-rows.ts'
import { WebhookRules } from '../webhooks/webhook-rules.ts'
import { type DeliveryRow, LISTED, viewDelivery } from './delivery-rows.ts'

/** Shorter than the RPC timeout. */
const WAIT_MS = 3000
/** Limits of one process, so that slow receivers of tests do not delay deliveries. */
const [AT_ONCE, WAITING] = [16, 100]
const DATA = JSON.stringify({ message: 'This is a test of your webhook.' })

/** If the process stops while sending, the job sends the test after this time. */
const JOB_AFTER_MS = 75_000
const INSERT = prepared(`
  WITH d AS (
    INSERT INTO deliveries (id, webhook_id, event_id, object_id, type, data, created_at)
    VALUES ($1::uuid, $2, $1::uuid, $1::uuid::text, '${TEST_EVENT}', $3, $4) RETURNING *)
  SELECT ${DELIVERY} FROM d JOIN webhooks w ON w.id = d.webhook_id`)
const READ = `SELECT ${LISTED} FROM deliveries WHERE id = $1`

@Handles(webhooks.testWebhook)
export class TestWebhook implements Handler<typeof webhooks.testWebhook> {
  private readonly gate = new ConcurrencyLimiter(AT_ONCE, WAITING)
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly rules: WebhookRules,
    private readonly clock: Clock,
    private readonly jobs: DeliveryJobs,
    private readonly attempt: Attempt,
    private readonly outcomes: Outcomes,
    private readonly limiter: FailureLimiter,
  ) {}

  /** Sent immediately, because the queue of the owner may be long and the webhook paused. */
  async handle({ webhookId }: Input<typeof webhooks.testWebhook>, actor: Actor) {
    const { id: webhook, ownerId } = await ownWebhook(this.db, requireUser(actor), webhookId)
    await this.rules.authorize(actor)
    await this.limiter.countAttempt([{ key: failureKey('webhook-test', ownerId), attempts: MAX_WEBHOOK_TESTS }])
    const id = randomUUIDv7()
    const sent = this.gate.run(ownerId, () => this.send(id, webhook))
    // a later failure is recorded in the delivery or retried
    await finishedWithin(sent, WAIT_MS)
    const [row] = await this.db.sql<DeliveryRow>(READ, [id])
    if (!row) throw errors.UNAVAILABLE()
    return viewDelivery(row)
  }

  private async send(id: string, webhookId: string): Promise<void> {
    const delivery = await this.insert(id, webhookId)
    await this.outcomes.record(delivery, await this.attempt.send(delivery))
  }

  private insert(id: string, webhookId: string): Promise<Delivery> {
    const now = this.clock.now()
    return this.db.commit(async tx => {
      const [delivery] = await tx.sql<Delivery>(INSERT, [id, webhookId, DATA, now])
      if (!delivery) throw errors.WEBHOOK_NOT_FOUND()
      this.jobs.enqueue(tx, [{ ...delivery, objectId: id, runAt: new Date(+now + JOB_AFTER_MS) }])
      return delivery
    })
  }
}
