import { Clock, Database, Every, type Job, metrics, singleFlight } from '@daymark/platform'
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common'
import { type AnyQueuedMail, Mails } from './mails.ts'
import { MailDelivery } from './delivery.ts'

const SELECT_QUEUE_STATE = `
  SELECT count(*)::int AS rows, coalesce(extract(epoch FROM $1 - min(created_at)), 0)::float8 AS oldest FROM mails`

/** Registers the metrics of queued mails: their number and the age of the oldest one. */
function registerMailMetrics(db: Database, clock: Clock): void {
  const readQueueState = singleFlight(async () => {
    const [row] = await db.sql<{ rows: number; oldest: number }>(SELECT_QUEUE_STATE, [clock.now()])
    return row ?? { rows: 0, oldest: 0 }
  })
  const countOptions = { description: 'Waiting emails' }
  metrics.gauge('daymark.identity.mails.waiting', countOptions, async () => (await readQueueState()).rows)
  const ageOptions = { description: 'Age of the oldest waiting email', unit: 's' as const }
  metrics.gauge('daymark.identity.mails.age', ageOptions, async () => (await readQueueState()).oldest)
}

const MAILS_PER_BATCH = 5
/**
 * Time for which a process reserves a mail, which is longer than sending takes. If the process dies, another process sends the mail after
 * this time.
 */
const MAIL_LEASE_MS = 5 * 60_000
/**
 * Longer than any delay between attempts. A mail that is due even later was queued while the clock was wrong, so it is sent now.
 */
const MAX_DUE_DELAY_MS = 3_600_000

/** Reserves mails that are due. Mails about galleries come last, because there may be many of them, and users wait for the other mails. */
const CLAIM_MAILS = `
  UPDATE mails SET attempts = attempts + 1, due_at = $2
  WHERE id IN (
    SELECT id FROM mails WHERE due_at <= $1 OR due_at > $3
    ORDER BY (kind = 'gallery'), due_at LIMIT ${MAILS_PER_BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING id, user_id AS "userId", kind, recipient, data, attempts, created_at AS "createdAt"`

/**
 * Sends mails that this process queued immediately. Each run of the job sends mails of other processes, and mails whose next attempt is
 * due.
 */
@Every('15s')
export class SendMails implements Job, OnApplicationBootstrap, OnModuleDestroy {
  private currentRun?: Promise<void>
  private shouldRunAgain = false
  private isStopping = false
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: Mails,
    private readonly delivery: MailDelivery,
  ) {
    mails.onQueued(() => this.startRun())
    registerMailMetrics(db, clock)
  }

  async run(): Promise<void> {
    for (let count = MAILS_PER_BATCH; count === MAILS_PER_BATCH && this.mails.isSetUp && !this.isStopping;) {
      const claimed = await this.claimMails()
      await Promise.all(claimed.map(mail => this.delivery.deliver(mail)))
      count = claimed.length
    }
  }

  /** Sends mails that a previous process queued but did not send. */
  onApplicationBootstrap(): void {
    this.startRun()
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true
    await this.currentRun
  }

  private startRun(): void {
    if (this.currentRun) {
      this.shouldRunAgain = true
      return
    }
    this.shouldRunAgain = false
    // the error is ignored, because the job runs every 15 seconds and logs the error if it occurs again
    const run = this.run().catch(() => undefined)
    this.currentRun = run.then(() => {
      this.currentRun = undefined
      if (this.shouldRunAgain && !this.isStopping) this.startRun()
    })
  }

  private claimMails(): Promise<AnyQueuedMail[]> {
    const now = +this.clock.now()
    const [dueUntil, leasedUntil, maxDue] = [now, now + MAIL_LEASE_MS, now + MAX_DUE_DELAY_MS].map(ms => new Date(ms))
    return this.db.commit(tx => tx.sql<AnyQueuedMail>(CLAIM_MAILS, [dueUntil, leasedUntil, maxDue]))
  }
}
