import { randomUUIDv7 } from 'node:crypto'
import { type Actor, errors, type Input, requireUser, MAX_WEBHOOK_TESTS, webhooks } from '@daymark/contracts'
import {
  Clock,
  Database,
  FailureLimiter,
  failureKey,
  isFinishedWithin,
  ConcurrencyLimiter,
  Handles,
  preparedStatement,
  RpcHandlers,
} from '@daymark/platform'
import { DeliverySender } from '../sending/attempt.ts'
import { TEST_EVENT } from '../sending/delivery-jobs.ts'
import { DeliveryJobs } from '../sending/delivery-jobs.ts'
import { type WebhookDelivery, DELIVERY_COLUMNS_FOR_SENDING, OutcomeRecorder } from '../sending/outcomes.ts'
import { findOwnWebhook, WebhookRules } from '../webhooks/webhooks.ts'
import { type DeliveryRow, DELIVERY_COLUMNS, viewDelivery } from './delivery-rows.ts'

/** How long the call waits for the response of the receiver. It is shorter than the RPC timeout. */
const RESPONSE_WAIT_MS = 3000
/** Limits of concurrent and waiting tests in one process, so that slow receivers do not delay deliveries. */
const [MAX_CONCURRENT_TESTS, MAX_WAITING_TESTS] = [16, 100]
const TEST_DATA = JSON.stringify({ message: 'This is a test of your webhook.' })

/** If this process stops while it is sending a test, a job sends the test after this delay. */
const JOB_DELAY_MS = 75_000
const INSERT_TEST_DELIVERY = preparedStatement(`
  WITH d AS (
    INSERT INTO deliveries (id, webhook_id, event_id, object_id, type, data, created_at)
    VALUES ($1::uuid, $2, $1::uuid, $1::uuid::text, '${TEST_EVENT}', $3, $4) RETURNING *)
  SELECT ${DELIVERY_COLUMNS_FOR_SENDING} FROM d JOIN webhooks w ON w.id = d.webhook_id`)
const SELECT_DELIVERY = `SELECT ${DELIVERY_COLUMNS} FROM deliveries WHERE id = $1`

@RpcHandlers()
export class TestWebhook {
  private readonly concurrencyLimiter = new ConcurrencyLimiter(MAX_CONCURRENT_TESTS, MAX_WAITING_TESTS)

  constructor(
    private readonly db: Database,
    private readonly rules: WebhookRules,
    private readonly clock: Clock,
    private readonly jobs: DeliveryJobs,
    private readonly sender: DeliverySender,
    private readonly outcomeRecorder: OutcomeRecorder,
    private readonly limiter: FailureLimiter,
  ) {}

  /** Sends the test at once, without the queue, because the queue may be long and the webhook may be paused. */
  @Handles(webhooks.testWebhook)
  async testWebhook({ webhookId }: Input<typeof webhooks.testWebhook>, actor: Actor) {
    const { id: webhook, ownerId } = await findOwnWebhook(this.db, requireUser(actor), webhookId)
    await this.rules.authorize(actor)
    await this.limiter.countAttempt([{ key: failureKey('webhook-test', ownerId), attempts: MAX_WEBHOOK_TESTS }])
    const id = randomUUIDv7()
    const sent = this.concurrencyLimiter.run(ownerId, () => this.send(id, webhook))
    // A failure after this time is recorded in the delivery like that of any other attempt.
    await isFinishedWithin(sent, RESPONSE_WAIT_MS)
    const [row] = await this.db.sql<DeliveryRow>(SELECT_DELIVERY, [id])
    if (!row) throw errors.UNAVAILABLE()
    return viewDelivery(row)
  }

  private async send(id: string, webhookId: string): Promise<void> {
    const delivery = await this.insertDelivery(id, webhookId)
    await this.outcomeRecorder.record(delivery, await this.sender.send(delivery))
  }

  private insertDelivery(id: string, webhookId: string): Promise<WebhookDelivery> {
    const now = this.clock.now()
    return this.db.commit(async tx => {
      const [delivery] = await tx.sql<WebhookDelivery>(INSERT_TEST_DELIVERY, [id, webhookId, TEST_DATA, now])
      if (!delivery) throw errors.WEBHOOK_NOT_FOUND()
      this.jobs.enqueue(tx, [{ ...delivery, objectId: id, runAt: new Date(+now + JOB_DELAY_MS) }])
      return delivery
    })
  }
}
