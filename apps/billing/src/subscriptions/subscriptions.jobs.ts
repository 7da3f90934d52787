import { subscriptionChanged } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { Comparison } from '../provider/comparison.ts'
import { Subscription } from './subscription.entity.ts'

const BATCH = 100

/** What ends by time alone, also while the card provider is away: a grace, and a plan that was cancelled. */
@Every('10s')
export class EndPeriods implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    while ((await this.db.commit(tx => endDue(tx, now))) === BATCH);
  }
}

async function endDue(tx: Tx, now: Date): Promise<number> {
  const due = await tx.em
    .createQueryBuilder(Subscription, 's')
    .where('s.lapses_at <= :now', { now })
    .orderBy('s.lapses_at')
    .take(BATCH)
    .setLock('pessimistic_write')
    .setOnLocked('skip_locked')
    .getMany()
  for (const subscription of due) {
    if (!subscription.passTime(now)) continue
    await tx.em.save(subscription)
    tx.emit(subscriptionChanged, subscription.userId, subscription.view())
  }
  return due.length
}

const DAY_MS = 86_400_000
/** Stripe sends an event again for three days. */
const EVENTS_MS = 30 * DAY_MS

/**
 * Once a day all subscriptions are compared with the card provider's, for events that never came. It asks every hour whether the
 * day is over, so that it neither depends on how long a process lives nor waits another day when the provider was away.
 */
@Every('1h')
export class Reconcile implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly comparison: Comparison,
  ) {}

  async run(): Promise<void> {
    const startedAt = this.clock.now()
    if (!this.comparison.configured || !(await this.isDue(startedAt))) return
    const { checked, changed } = await this.comparison.all(startedAt)
    await this.db.commit(async tx => {
      void tx.sql('INSERT INTO reconciliations (started_at, finished_at, checked, changed) VALUES ($1, $2, $3, $4)', [
        ...[startedAt, this.clock.now(), checked, changed],
      ])
      void tx.sql('DELETE FROM provider_events WHERE received_at < $1', [new Date(+startedAt - EVENTS_MS)])
    })
  }

  /** One in the future was a wrong clock. */
  private async isDue(now: Date): Promise<boolean> {
    const lately = 'SELECT 1 FROM reconciliations WHERE started_at > $1 AND started_at <= $2 LIMIT 1'
    return (await this.db.sql(lately, [new Date(+now - DAY_MS), now])).length === 0
  }
}
