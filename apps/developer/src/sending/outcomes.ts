import { developerMailRequested, type MailRequest } from '@daymark/contracts'
import { Batcher, Database, JobQueue, type Lease, metrics, prepared, SLOW_BUCKETS, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperLog } from '../log.ts'
import { deliverWebhook, TEST_EVENT } from './delivery-jobs.ts'
import type { Answer } from './post.ts'

const SECOND = 1000
const [MINUTE, HOUR] = [60 * SECOND, 3600 * SECOND]

/** rule 51: delays between attempts. After the last one, the delivery has failed. */
const RETRY_DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]
/** A webhook whose receiver accepted nothing for this time is turned off. */
const TURN_OFF_AFTER_MS = 5 * 24 * HOUR

/** `retry`: the number of attempts so far. Undefined: no further attempt. */
export function nextAttempt(retry: number, now: Date): Date | undefined {
  const wait = RETRY_DELAYS[retry]
  return wait === undefined ? undefined : new Date(+now + wait)
}

export const mustTurnOff = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && +now - +failingSince >= TURN_OFF_AFTER_MS

export type Outcome = {
  /** The receiver accepted the delivery. */
  isTaken: boolean
  at: Date
  durationMs: number
  headers: Record<string, string> | null
  answer: Answer | null
  error: string | null
}

/** A delivery with the fields of its webhook that sending needs. */
export type Delivery = {
  id: string
  webhookId: string
  ownerId: string
  host: string
  url: string
  type: string
  data: string
  createdAt: Date
  retry: number
  secret: Buffer
  oldSecret: Buffer | null
  oldSecretUntil: Date | null
}
/** Columns of `deliveries d` and `webhooks w`. */
export const DELIVERY = `d.id, d.webhook_id AS "webhookId", w.owner_id AS "ownerId", w.host, w.url, d.type, d.data,
  d.created_at AS "createdAt", d.retry, w.secret, w.old_secret AS "oldSecret", w.old_secret_until AS "oldSecretUntil"`

const GONE = 410
const attempted = metrics.counter('daymark.developer.deliveries', {
  description: 'Webhook delivery attempts by outcome',
  known: ['delivered', 'retried', 'failed'].map(outcome => ({ outcome })),
})
const took = metrics.histogram(
  'daymark.developer.delivery.duration',
  'Time of one attempt to deliver an event to a webhook',
)
const waited = metrics.histogram(
  'daymark.developer.delivery.wait',
  'Time for which an attempt was due before it began',
  SLOW_BUCKETS,
)

const RECORD = prepared(`
  UPDATE deliveries SET status = $2, retry = $3, attempts = attempts + 1, attempted_at = $4, duration_ms = $5, error = $6,
    request_headers = $7, response_status = $8, response_headers = $9, response_body = $10
  WHERE id = $1 RETURNING id`)
/** * A delivery that another transaction has locked is recorded separately, so that no transaction waits for two rows (deadlock). */
const RECORD_SUCCESSES = prepared(`
  WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS o (id uuid, retry int, at timestamptz, "durationMs" int, headers jsonb, status int,
      answered jsonb, body text)),
  locked AS (SELECT d.id FROM deliveries d JOIN wanted o ON o.id = d.id FOR UPDATE OF d SKIP LOCKED)
  UPDATE deliveries d SET status = 'delivered', retry = o.retry, attempts = attempts + 1, attempted_at = o.at,
    duration_ms = o."durationMs", error = NULL, request_headers = o.headers, response_status = o.status,
    response_headers = o.answered, response_body = o.body
  FROM wanted o WHERE d.id = o.id AND d.id IN (SELECT id FROM locked) RETURNING d.id`)
const FINE_AGAIN = prepared(
  'UPDATE webhooks SET failing_since = NULL WHERE id = ANY ($1::uuid[]) AND failing_since IS NOT NULL',
)
const FAILING = prepared('UPDATE webhooks SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL')
const SINCE = prepared('SELECT failing_since AS since FROM webhooks WHERE id = $1')
const DISABLE = prepared(
  'UPDATE webhooks SET active = false, disabled_reason = $2, updated_at = $3 WHERE id = $1 AND active RETURNING id',
)

const SUCCESSES_AT_ONCE = 100

type Next = { status: 'pending' | 'delivered' | 'failed'; dueAt: Date | null }
type Success = { delivery: Delivery; outcome: Outcome }

/** Records the outcome of an attempt and turns off a webhook whose receiver has failed for too long. */
@Injectable()
export class Outcomes {
  private readonly successes = new Batcher((batch: Success[]) => this.recordSuccesses(batch), SUCCESSES_AT_ONCE)

  constructor(
    private readonly db: Database,
    private readonly log: DeveloperLog,
    private readonly queue: JobQueue,
  ) {}

  /** Without a lease, the delivery was sent outside of its job, which is completed here. */
  async record(delivery: Delivery, outcome: Outcome, lease?: Lease): Promise<void> {
    const next = nextOf(delivery, outcome)
    const { status, dueAt } = next
    const isRecorded = status === 'delivered' && (await this.successes.add({ delivery, outcome }).catch(() => false))
    if (isRecorded) lease?.settle()
    else await this.finish(delivery, dueAt, lease, tx => this.write(tx, delivery, outcome, next))
    const result = status === 'pending' ? 'retried' : status
    attempted.add(1, { outcome: result })
    took.record(outcome.durationMs / 1000, { outcome: result })
    if (lease) waited.record(Math.max(0, +outcome.at - +lease.job.runAt) / 1000)
    if (status !== 'delivered') this.log.deliveryFailed(delivery, status, outcome.answer?.status)
  }

  private async finish(
    delivery: Delivery,
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

  private async write(tx: Tx, delivery: Delivery, outcome: Outcome, { status }: Next): Promise<void> {
    const { at, durationMs, error, headers, answer } = outcome
    const written = await tx.sql(RECORD, [
      ...[delivery.id, status, delivery.retry + 1, at, durationMs, error, headers],
      ...[answer?.status, answer?.headers, answer?.body],
    ])
    if (written.length && delivery.type !== TEST_EVENT) await this.noteOn(tx, status, delivery, outcome)
  }

  /** False for outcomes that must be recorded separately. */
  private async recordSuccesses(batch: Success[]): Promise<boolean[]> {
    const webhooks = batch.flatMap(({ delivery: { type, webhookId } }) => (type === TEST_EVENT ? [] : webhookId))
    const recorded = await this.db.commit(async tx => {
      // a database crash loses at most this record, and the delivery is repeated
      void tx.sql('SET LOCAL synchronous_commit = off')
      // locks the webhook first, like its deletion, to avoid a deadlock
      void tx.sql(FINE_AGAIN, [[...new Set(webhooks)].toSorted()])
      const rows = await tx.sql<{ id: string }>(RECORD_SUCCESSES, [JSON.stringify(batch.map(rowOf))])
      const ids = rows.map(({ id }) => id)
      this.queue.remove(tx, deliverWebhook, ids)
      return new Set(ids)
    })
    return batch.map(({ delivery }) => recorded.has(delivery.id))
  }

  /** The state of the webhook. */
  private async noteOn(tx: Tx, status: Next['status'], delivery: Delivery, outcome: Outcome): Promise<void> {
    if (status === 'delivered') return void tx.sql(FINE_AGAIN, [[delivery.webhookId]])
    void tx.sql(FAILING, [delivery.webhookId, outcome.at])
    if (status === 'failed') await this.maybeDisable(tx, delivery, outcome)
  }

  private async maybeDisable(tx: Tx, { webhookId, ownerId, host }: Delivery, { answer, at }: Outcome): Promise<void> {
    const [webhook] = await tx.sql<{ since: Date | null }>(SINCE, [webhookId])
    const reason = reasonOf(answer?.status, mustTurnOff(webhook?.since ?? null, at))
    if (!reason) return
    const [disabled] = await tx.sql(DISABLE, [webhookId, reason, at])
    if (!disabled) return
    tx.emit(developerMailRequested, ownerId, mailOf(ownerId, host, reason))
    tx.afterCommit(() => this.log.webhookDisabled(webhookId, answer?.status))
  }
}

const rowOf = ({ delivery: { id, retry }, outcome: { at, durationMs, headers, answer } }: Success) => ({
  ...{ id, retry: retry + 1, at, durationMs, headers },
  ...{ status: answer?.status, answered: answer?.headers, body: answer?.body },
})

/** A test is sent once, and a receiver that responds with 410 gets no retry. */
function nextOf({ type, retry }: Delivery, { isTaken, answer, at }: Outcome): Next {
  if (isTaken) return { status: 'delivered', dueAt: null }
  const isOver = type === TEST_EVENT || answer?.status === GONE
  const dueAt = isOver ? undefined : nextAttempt(retry, at)
  return dueAt ? { status: 'pending', dueAt } : { status: 'failed', dueAt: null }
}

function reasonOf(status: number | undefined, isOver: boolean): string | undefined {
  if (status === GONE) return 'The receiver responded with status 410 (gone).'
  return isOver ? 'No delivery succeeded for 5 days.' : undefined
}

/** Only the host, because the path may be a secret of the receiver. */
const mailOf = (userId: string, host: string, reason: string): MailRequest => ({
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
