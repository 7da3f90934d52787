import { Clock, Database, Every, type Job } from '@daymark/platform'
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common'
import { Delivery } from './delivery.ts'
import { Mails } from '../mails.ts'
import { observeMails } from './observe-mails.ts'
import type { AnyWaitingMail } from './waiting-mail.ts'

const AT_ONCE = 5
/** Longer than sending takes: whoever took these and died gives them back to the others by doing nothing. */
const LEASE_MS = 5 * 60_000
/** No wait is so long: it was written under a clock that was wrong. */
const TOO_LATE_MS = 3_600_000

/** Those about galleries, of which there may be many at once, come behind those that somebody waits for. */
const TAKE = `
  UPDATE mails SET attempts = attempts + 1, due_at = $2
  WHERE id IN (
    SELECT id FROM mails WHERE due_at <= $1 OR due_at > $3
    ORDER BY (kind = 'gallery'), due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id, user_id AS "userId", kind, recipient, data, attempts, created_at AS "createdAt"`

/** Sends what waits: at once when something was posted here, and from time to time what another process left or what failed. */
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
      const taken = await this.take()
      await Promise.all(taken.map(mail => this.delivery.deliver(mail)))
      count = taken.length
    }
  }

  /** What was left when the last process ended. */
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
    // what fails here fails again at the next turn of the job, which says it
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
