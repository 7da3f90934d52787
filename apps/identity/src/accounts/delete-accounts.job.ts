import { system, userDeleted } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { Mails } from '../mail/mails.ts'
import { auditTargetOf } from '../users/users.ts'
import { User } from '../users/user.entity.ts'

const ACCOUNTS_PER_BATCH = 20

/**
 * Deletes the accounts whose deletion is due, with all their rows of this service. The event `userDeleted` makes the other services delete
 * their rows.
 */
@Every('1m')
export class DeleteAccounts implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: Mails,
  ) {}

  async run(): Promise<void> {
    while ((await this.db.commit(tx => this.deleteBatch(tx))) === ACCOUNTS_PER_BATCH);
  }

  /**
   * Deletes one batch of accounts and returns their number. Locks the rows, so that a concurrent cancellation waits until the batch is
   * deleted or rolled back.
   */
  private async deleteBatch(tx: Tx): Promise<number> {
    const dueUsers = await tx.em
      .createQueryBuilder(User, 'u')
      .where('u.deletion_due_at <= :now AND u.disabled', { now: this.clock.now() })
      .orderBy('u.deletion_due_at')
      .take(ACCOUNTS_PER_BATCH)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany()
    for (const user of dueUsers) {
      // foreign keys also delete the sessions, second step, passkeys and links of the user
      tx.send('DELETE FROM users WHERE id = $1', [user.id])
      this.mails.removeWaiting(tx, user.id)
      if (user.isDeletionRequestedByOwner)
        this.mails.queue(tx, { kind: 'account_deleted', userId: null, recipient: user.email, data: {} })
      tx.emit(userDeleted, user.id, { userId: user.id })
      tx.audit(system, 'user.deleted', auditTargetOf(user))
    }
    return dueUsers.length
  }
}
