import { developerMailWanted, type WantedMail } from '@daymark/contracts'
import { Database, metrics, prepared, SLOW, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperLog } from '../log.ts'
import type { Outcome } from './attempt.ts'
import { isGivenUp, nextAttempt } from './retries.ts'
import { TEST_EVENT } from './signed-request.ts'
import { TakenWell } from './taken-well.ts'
import { repeatable, type Taken } from './taken.ts'

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
  SLOW,
)

/** Nothing where the lease was over and somebody else has it, or where it is gone with its webhook. */
const RECORD = prepared(`
  UPDATE deliveries SET status = $3, due_at = $4, taken_at = NULL, retry = $5, attempts = attempts + 1, attempted_at = $6,
    duration_ms = $7, error = $8, request_headers = $9, response_status = $10, response_headers = $11, response_body = $12
  WHERE id = $1 AND taken_at = $2 RETURNING id`)
const FINE_AGAIN = prepared('UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL')
const FAILING = prepared('UPDATE webhooks SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL')
const SINCE = prepared('SELECT failing_since AS since FROM webhooks WHERE id = $1')
const DISABLE = prepared(
  'UPDATE webhooks SET active = false, disabled_reason = $2, updated_at = $3 WHERE id = $1 AND active RETURNING id',
)

type Next = { status: 'pending' | 'delivered' | 'failed'; dueAt: Date | null }

/** Writes down what became of an attempt, and turns off a webhook that nobody listens to any more. */
@Injectable()
export class Outcomes {
  constructor(
    private readonly db: Database,
    private readonly log: DeveloperLog,
    private readonly takenWell: TakenWell,
  ) {}

  /** Answers when it is due again. */
  async record(delivery: Taken, outcome: Outcome): Promise<Date | null> {
    const next = nextOf(delivery, outcome)
    const { status, dueAt } = next
    const isWritten = status === 'delivered' && (await this.takenWell.record(delivery, outcome))
    if (!isWritten) await this.write(delivery, outcome, next)
    const result = status === 'pending' ? 'retried' : status
    attempted.add(1, { outcome: result })
    took.record(outcome.durationMs / 1000, { outcome: result })
    if (delivery.dueAt) waited.record(Math.max(0, +outcome.at - +delivery.dueAt) / 1000)
    if (status !== 'delivered') this.log.deliveryFailed(delivery, status, outcome.answer?.status)
    return dueAt
  }

  private async write(delivery: Taken, outcome: Outcome, { status, dueAt }: Next): Promise<void> {
    await this.db.commit(async tx => {
      repeatable(tx)
      const { at, durationMs, error, headers, answer } = outcome
      const written = await tx.sql(RECORD, [
        ...[delivery.id, delivery.takenAt, status, dueAt, delivery.retry + 1, at, durationMs, error, headers],
        ...[answer?.status, answer?.headers, answer?.body],
      ])
      if (written.length && delivery.type !== TEST_EVENT) await this.noteOn(tx, status, delivery, outcome)
    })
  }

  /** How its webhook stands. */
  private async noteOn(tx: Tx, status: Next['status'], delivery: Taken, outcome: Outcome): Promise<void> {
    if (status === 'delivered') return void tx.sql(FINE_AGAIN, [delivery.webhookId])
    void tx.sql(FAILING, [delivery.webhookId, outcome.at])
    if (status === 'failed') await this.maybeDisable(tx, delivery, outcome)
  }

  private async maybeDisable(tx: Tx, { webhookId, ownerId, host }: Taken, { answer, at }: Outcome): Promise<void> {
    const [webhook] = await tx.sql<{ since: Date | null }>(SINCE, [webhookId])
    const reason = reasonOf(answer?.status, isGivenUp(webhook?.since ?? null, at))
    if (!reason) return
    const [disabled] = await tx.sql(DISABLE, [webhookId, reason, at])
    if (!disabled) return
    tx.emit(developerMailWanted, ownerId, mailOf(ownerId, host, reason))
    tx.afterCommit(() => this.log.webhookDisabled(webhookId, answer?.status))
  }
}

/** A test is sent once; whoever says that it is gone is asked no more. */
function nextOf({ type, retry }: Taken, { isTaken, answer, at }: Outcome): Next {
  if (isTaken) return { status: 'delivered', dueAt: null }
  const isOver = type === TEST_EVENT || answer?.status === GONE
  const dueAt = isOver ? undefined : nextAttempt(retry, at)
  return dueAt ? { status: 'pending', dueAt } : { status: 'failed', dueAt: null }
}

function reasonOf(status: number | undefined, isOver: boolean): string | undefined {
  if (status === GONE) return 'The receiver answered 410 (gone).'
  return isOver ? 'No delivery succeeded for 5 days.' : undefined
}

/** The host alone: what follows in an address may be a secret of the receiver's. */
const mailOf = (userId: string, host: string, reason: string): WantedMail => ({
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
