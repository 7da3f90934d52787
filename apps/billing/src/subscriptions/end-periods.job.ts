import { subscriptionChanged } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
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
