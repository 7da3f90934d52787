import { subscriptionChanged, DAY_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { Reconciliation } from '../provider/reconciliation.ts'
import { Subscription } from './subscription.entity.ts'

const SUBSCRIPTIONS_PER_BATCH = 100

/** Applies the end of grace periods and canceled plans on time, even while the payment provider is unavailable. */
@Every('10s')
export class EndPeriods implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    while ((await this.db.commit(tx => endDuePeriods(tx, now))) === SUBSCRIPTIONS_PER_BATCH);
  }
}

async function endDuePeriods(tx: Tx, now: Date): Promise<number> {
  const due = await tx.em
    .createQueryBuilder(Subscription, 's')
    .where('s.lapses_at <= :now', { now })
    .orderBy('s.lapses_at')
    .take(SUBSCRIPTIONS_PER_BATCH)
    .setLock('pessimistic_write')
    .setOnLocked('skip_locked')
    .getMany()
  for (const subscription of due) {
    if (!subscription.applyElapsedTime(now)) continue
    await tx.em.save(subscription)
    tx.emit(subscriptionChanged, subscription.userId, subscription.toView())
  }
  return due.length
}

/** Time for which events are kept, which is longer than the three days for which Stripe retries an event. */
const EVENT_RETENTION_MS = 30 * DAY_MS

/**
 * Compares all subscriptions with the payment provider once a day, because events may be lost. The job checks every hour whether a day has
 * passed, so that after a restart or an outage of the provider the comparison is not delayed by another day.
 */
@Every('1h')
export class Reconcile implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly reconciliation: Reconciliation,
  ) {}

  async run(): Promise<void> {
    const startedAt = this.clock.now()
    if (!this.reconciliation.isConfigured || !(await this.isDue(startedAt))) return
    const { checked, changed } = await this.reconciliation.run(startedAt)
    await this.db.commit(async tx => {
      tx.send('INSERT INTO reconciliations (started_at, finished_at, checked, changed) VALUES ($1, $2, $3, $4)', [
        startedAt,
        this.clock.now(),
        checked,
        changed,
      ])
      tx.send('DELETE FROM provider_events WHERE received_at < $1', [new Date(+startedAt - EVENT_RETENTION_MS)])
    })
  }

  /**
   * Returns true if no comparison was made in the last 24 hours. Ignores comparisons in the future, which were recorded while the clock was
   * wrong.
   */
  private async isDue(now: Date): Promise<boolean> {
    const recentRunSql = 'SELECT 1 FROM reconciliations WHERE started_at > $1 AND started_at <= $2 LIMIT 1'
    return (await this.db.sql(recentRunSql, [new Date(+now - DAY_MS), now])).length === 0
  }
}
