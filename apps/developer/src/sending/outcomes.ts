import { developerMailRequested, type MailRequest } from '@daymark/contracts'
import {
  Batcher,
  Database,
  JobQueue,
  type Lease,
  Logger,
  metrics,
  preparedStatement,
  SLOW_BUCKETS,
  type Tx,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { deliverWebhook, TEST_EVENT } from './delivery-jobs.ts'
import type { ReceiverResponse } from './post.ts'

const SECOND_MS = 1000
const [MINUTE_MS, HOUR_MS] = [60 * SECOND_MS, 3600 * SECOND_MS]

/** Delays between attempts (rule 51). A delivery that fails after the last delay is not retried. */
const RETRY_DELAYS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS]
/** A webhook that has failed for this time without a successful delivery is turned off. */
const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS

/** Returns the time of the next attempt, or undefined if there is none. */
function computeNextAttempt(failedRetries: number, now: Date): Date | undefined {
  const delayMs = RETRY_DELAYS_MS[failedRetries]
  return delayMs === undefined ? undefined : new Date(+now + delayMs)
}

const hasFailedTooLong = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && +now - +failingSince >= DISABLE_AFTER_MS

/** The outcome of one attempt to send a delivery. */
export type AttemptOutcome = {
  /** Whether the receiver accepted the delivery. */
  isAccepted: boolean
  startedAt: Date
  durationMs: number
  requestHeaders: Record<string, string> | null
  response: ReceiverResponse | null
  error: string | null
}

/** A delivery with the fields of its webhook that sending needs. */
export type WebhookDelivery = {
  id: string
  webhookId: string
  ownerId: string
  host: string
  url: string
  type: string
  data: string
  createdAt: Date
  /** Number of attempts in the current series of attempts. */
  retry: number
  secret: Buffer
  oldSecret: Buffer | null
  oldSecretUntil: Date | null
}
/** The columns of `deliveries d` and `webhooks w` that sending needs. */
export const DELIVERY_COLUMNS_FOR_SENDING = `d.id, d.webhook_id AS "webhookId", w.owner_id AS "ownerId", w.host, w.url, d.type, d.data,
  d.created_at AS "createdAt", d.retry, w.secret, w.old_secret AS "oldSecret", w.old_secret_until AS "oldSecretUntil"`

const STATUS_GONE = 410
const attemptCounter = metrics.counter('daymark.developer.deliveries', {
  description: 'Webhook delivery attempts by outcome',
  initialAttributes: ['delivered', 'retried', 'failed'].map(outcome => ({ outcome })),
})
const durationHistogram = metrics.histogram(
  'daymark.developer.delivery.duration',
  'Time of one attempt to deliver an event to a webhook',
)
const waitHistogram = metrics.histogram(
  'daymark.developer.delivery.wait',
  'Time for which an attempt was due before it began',
  SLOW_BUCKETS,
)

const RECORD_OUTCOME = preparedStatement(`
  UPDATE deliveries SET status = $2, retry = $3, attempts = attempts + 1, attempted_at = $4, duration_ms = $5, error = $6,
    request_headers = $7, response_status = $8, response_headers = $9, response_body = $10
  WHERE id = $1 RETURNING id`)
/**
 * Records successful deliveries. Skips rows that another transaction has locked, because waiting for several rows could deadlock. The
 * caller records the skipped rows separately.
 */
const RECORD_SUCCESSES = preparedStatement(`
  WITH outcomes AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS o (id uuid, retry int, "startedAt" timestamptz, "durationMs" int, "requestHeaders" jsonb,
      status int, "responseHeaders" jsonb, body text)),
  locked AS (SELECT d.id FROM deliveries d JOIN outcomes o ON o.id = d.id FOR UPDATE OF d SKIP LOCKED)
  UPDATE deliveries d SET status = 'delivered', retry = o.retry, attempts = attempts + 1, attempted_at = o."startedAt",
    duration_ms = o."durationMs", error = NULL, request_headers = o."requestHeaders", response_status = o.status,
    response_headers = o."responseHeaders", response_body = o.body
  FROM outcomes o WHERE d.id = o.id AND d.id IN (SELECT id FROM locked) RETURNING d.id`)
const CLEAR_FAILING = preparedStatement(
  'UPDATE webhooks SET failing_since = NULL WHERE id = ANY ($1::uuid[]) AND failing_since IS NOT NULL',
)
const SET_FAILING = preparedStatement('UPDATE webhooks SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL')
const SELECT_FAILING_SINCE = preparedStatement('SELECT failing_since AS since FROM webhooks WHERE id = $1')
const DISABLE_WEBHOOK = preparedStatement(
  'UPDATE webhooks SET active = false, disabled_reason = $2, updated_at = $3 WHERE id = $1 AND active RETURNING id',
)

const SUCCESSES_PER_BATCH = 100

type NextState = { status: 'pending' | 'delivered' | 'failed'; dueAt: Date | null }
type Success = { delivery: WebhookDelivery; outcome: AttemptOutcome }

/** Records the outcome of an attempt and turns off a webhook whose receiver has failed for too long. */
@Injectable()
export class OutcomeRecorder {
  private readonly successes = new Batcher((batch: Success[]) => this.recordSuccesses(batch), SUCCESSES_PER_BATCH)

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly queue: JobQueue,
  ) {}

  /** Records an outcome. Without a lease, the delivery was sent outside of its job, so its job is removed. */
  async record(delivery: WebhookDelivery, outcome: AttemptOutcome, lease?: Lease): Promise<void> {
    const next = findNextState(delivery, outcome)
    const { status, dueAt } = next
    const isRecorded = status === 'delivered' && (await this.successes.add({ delivery, outcome }).catch(() => false))
    if (isRecorded) lease?.markEnded()
    else await this.settleJob(delivery, dueAt, lease, tx => this.saveOutcome(tx, delivery, outcome, next))
    const result = status === 'pending' ? 'retried' : status
    attemptCounter.add(1, { outcome: result })
    durationHistogram.record(outcome.durationMs / 1000, { outcome: result })
    if (lease) waitHistogram.record(Math.max(0, +outcome.startedAt - +lease.job.runAt) / 1000)
    if (status !== 'delivered') this.logFailure(delivery, status, outcome.response?.status)
  }

  /** Logs a failed attempt without the URL of the receiver, which may contain a secret. */
  private logFailure(
    { id: deliveryId, webhookId, type, retry }: WebhookDelivery,
    status: string,
    responseStatus?: number,
  ) {
    const level = status === 'failed' ? 'info' : 'debug'
    this.log[level]({ event: 'developer.delivery-failed', deliveryId, webhookId, type, retry, status, responseStatus })
  }

  private async settleJob(
    delivery: WebhookDelivery,
    dueAt: Date | null,
    lease: Lease | undefined,
    write: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    if (lease && dueAt) return lease.postpone(dueAt, write)
    if (lease) return lease.complete(write)
    await this.db.commit(async tx => {
      this.queue.remove(tx, deliverWebhook, [delivery.id])
      await write(tx)
    })
  }

  private async saveOutcome(
    tx: Tx,
    delivery: WebhookDelivery,
    outcome: AttemptOutcome,
    { status }: NextState,
  ): Promise<void> {
    const { startedAt, durationMs, error, requestHeaders, response } = outcome
    const updatedRows = await tx.sql(RECORD_OUTCOME, [
      delivery.id,
      status,
      delivery.retry + 1,
      startedAt,
      durationMs,
      error,
      requestHeaders,
      response?.status,
      response?.headers,
      response?.body,
    ])
    if (updatedRows.length && delivery.type !== TEST_EVENT) await this.updateWebhook(tx, status, delivery, outcome)
  }

  /** Records successes in one statement. Returns false for each success that must be recorded separately. */
  private async recordSuccesses(batch: Success[]): Promise<boolean[]> {
    const webhookIds = batch.flatMap(({ delivery: { type, webhookId } }) => (type === TEST_EVENT ? [] : webhookId))
    const recordedIds = await this.db.commit(async tx => {
      // A crash of the database loses at most these records, and the deliveries are then repeated.
      tx.send('SET LOCAL synchronous_commit = off')
      // Webhooks are locked before deliveries, as in the deletion of a webhook, to avoid a deadlock.
      tx.send(CLEAR_FAILING, [[...new Set(webhookIds)].toSorted()])
      const rows = await tx.sql<{ id: string }>(RECORD_SUCCESSES, [JSON.stringify(batch.map(toSuccessRow))])
      const ids = rows.map(({ id }) => id)
      this.queue.remove(tx, deliverWebhook, ids)
      return new Set(ids)
    })
    return batch.map(({ delivery }) => recordedIds.has(delivery.id))
  }

  /** Stores the time of the first failure, and turns the webhook off if it has been failing for too long. A success clears the time. */
  private async updateWebhook(
    tx: Tx,
    status: NextState['status'],
    delivery: WebhookDelivery,
    outcome: AttemptOutcome,
  ): Promise<void> {
    if (status === 'delivered') return tx.send(CLEAR_FAILING, [[delivery.webhookId]])
    tx.send(SET_FAILING, [delivery.webhookId, outcome.startedAt])
    if (status === 'failed') await this.disableIfNeeded(tx, delivery, outcome)
  }

  private async disableIfNeeded(
    tx: Tx,
    { webhookId, ownerId, host }: WebhookDelivery,
    { response, startedAt }: AttemptOutcome,
  ): Promise<void> {
    const [webhook] = await tx.sql<{ since: Date | null }>(SELECT_FAILING_SINCE, [webhookId])
    const reason = findDisableReason(response?.status, hasFailedTooLong(webhook?.since ?? null, startedAt))
    if (!reason) return
    const [disabled] = await tx.sql(DISABLE_WEBHOOK, [webhookId, reason, startedAt])
    if (!disabled) return
    tx.emit(developerMailRequested, ownerId, writeDisabledMail(ownerId, host, reason))
    const responseStatus = response?.status
    tx.afterCommit(() => this.log.info({ event: 'developer.webhook-disabled', webhookId, responseStatus }))
  }
}

const toSuccessRow = ({ delivery: { id, retry }, outcome }: Success) => ({
  id,
  retry: retry + 1,
  startedAt: outcome.startedAt,
  durationMs: outcome.durationMs,
  requestHeaders: outcome.requestHeaders,
  status: outcome.response?.status,
  responseHeaders: outcome.response?.headers,
  body: outcome.response?.body,
})

/** Returns the state of a delivery after an attempt. A test is not retried, nor is a delivery whose receiver responded with 410. */
function findNextState(
  { type, retry }: WebhookDelivery,
  { isAccepted, response, startedAt }: AttemptOutcome,
): NextState {
  if (isAccepted) return { status: 'delivered', dueAt: null }
  const isFinal = type === TEST_EVENT || response?.status === STATUS_GONE
  const dueAt = isFinal ? undefined : computeNextAttempt(retry, startedAt)
  return dueAt ? { status: 'pending', dueAt } : { status: 'failed', dueAt: null }
}

function findDisableReason(status: number | undefined, isFailingTooLong: boolean): string | undefined {
  if (status === STATUS_GONE) return 'The receiver responded with status 410 (gone).'
  return isFailingTooLong ? 'No delivery succeeded for 5 days.' : undefined
}

/** Writes the email about a webhook that was turned off. It contains only the host, because the path may be a secret of the receiver. */
const writeDisabledMail = (userId: string, host: string, reason: string): MailRequest => ({
  userId,
  subject: 'A webhook was turned off',
  heading: 'A webhook was turned off',
  paragraphs: [
    `Your webhook to ${host.slice(0, 300)} was turned off. ${reason}`,
    'New events are held for 7 days. When the receiver works again, turn the webhook on to send them.',
  ],
  action: { label: 'See Your Webhooks', path: '/developers/webhooks' },
  reason: 'You receive this email because events of your account are sent to this webhook.',
})
