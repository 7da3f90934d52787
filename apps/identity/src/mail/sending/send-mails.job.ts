import { Clock, Database, Every, type Job, metrics, singleFlight } from '@daymark/platform'
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common'
import { type AnyWaitingMail, Mails } from '../mails.ts'
import { Delivery } from './delivery.ts'

const WAITING = `
  SELECT count(*)::int AS rows, coalesce(extract(epoch FROM $1 - min(created_at)), 0)::float8 AS oldest FROM mails`

/** Metrics of queued mails. */
export function observeMails(db: Database, clock: Clock): void {
  const waiting = singleFlight(async () => {
    const [row] = await db.sql<{ rows: number; oldest: number }>(WAITING, [clock.now()])
    return row ?? { rows: 0, oldest: 0 }
  })
  const rows = { description: 'Waiting emails' }
  metrics.gauge('daymark.identity.mails.waiting', rows, async () => (await waiting()).rows)
  const age = { description: 'Age of the oldest waiting email', unit: 's' as const }
  metrics.gauge('daymark.identity.mails.age', age, async () => (await waiting()).oldest)
}

const AT_ONCE = 5
/** Longer than sending takes. The leases of a process that died expire, and another process sends the mails. */
const LEASE_MS = 5 * 60_000
/** Longer than any delay between attempts: a later time was stored under a wrong clock. */
const TOO_LATE_MS = 3_600_000

/** Mails about galleries come last, because there may be many, and users wait for the others. */
const TAKE = `
  UPDATE mails SET attempts = attempts + 1, due_at = $2
  WHERE id IN (
    SELECT id FROM mails WHERE due_at <= $1 OR due_at > $3
    ORDER BY (kind = 'gallery'), due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id, user_id AS "userId", kind, recipient, data, attempts, created_at AS "createdAt"`

/** Sends queued mails: at once after a commit in this process, and regularly those of other processes and failed ones. */
@Every('15s')
export class SendMails implements Job, OnApplicationBootstrap, OnModuleDestroy {
  private busy?: Promise<void>
  private again = false
  private stopping = false
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: Mails,
    private readonly delivery: Delivery,
  ) {
    mails.wakeOnPost(() => this.begin())
    observeMails(db, clock)
  }

  async run(): Promise<void> {
    for (let count = AT_ONCE; count === AT_ONCE && this.mails.isSetUp && !this.stopping;) {
      const claimed = await this.take()
      await Promise.all(claimed.map(mail => this.delivery.deliver(mail)))
      count = claimed.length
    }
  }

  /** Sends mails that the previous process left. */
  onApplicationBootstrap(): void {
    this.begin()
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true
    await this.busy
  }

  private begin(): void {
    if (this.busy) {
      this.again = true
      return
    }
    this.again = false
    // the next run of the job repeats and logs the error
    const run = this.run().catch(() => undefined)
    this.busy = run.then(() => {
      this.busy = undefined
      if (this.again && !this.stopping) this.begin()
    })
  }

  private take(): Promise<AnyWaitingMail[]> {
    const now = +this.clock.now()
    const [due, leased, tooLate] = [now, now + LEASE_MS, now + TOO_LATE_MS].map(ms => new Date(ms))
    return this.db.commit(tx => tx.sql<AnyWaitingMail>(TAKE, [due, leased, tooLate]))
  }
}
