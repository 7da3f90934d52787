import { DELETION_REMINDER_DAYS, DAY_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { Mails } from '../mail/mails.ts'
import { User } from '../users/user.entity.ts'

const USERS_PER_BATCH = 100

/**
 * Sends one reminder two days before an account is deleted at its owner's request. An account whose deletion is due sooner gets the
 * reminder at the next run of this job.
 */
@Every('15m')
export class RemindOfDeletion implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: Mails,
  ) {}

  async run(): Promise<void> {
    while ((await this.db.commit(tx => this.remindBatch(tx))) === USERS_PER_BATCH);
  }

  private async remindBatch(tx: Tx): Promise<number> {
    const now = this.clock.now()
    const remindUntil = new Date(+now + DELETION_REMINDER_DAYS * DAY_MS)
    const users = await tx.em
      .createQueryBuilder(User, 'u')
      .where('u.deletion_due_at > :now AND u.deletion_due_at <= :remindUntil', { now, remindUntil })
      .andWhere('u.deletion_by_owner AND NOT u.deletion_reminded')
      .orderBy('u.deletion_due_at')
      .take(USERS_PER_BATCH)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany()
    for (const user of users) {
      user.deletionReminded = true
      await tx.em.save(user)
      const due = user.deletionDueAt?.toISOString() ?? ''
      this.mails.queue(tx, { kind: 'deletion_near', userId: user.id, recipient: user.email, data: { due } })
    }
    return users.length
  }
}
