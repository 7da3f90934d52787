import { type EventOf, userDeleted } from '@daymark/contracts'
import { Clock, type Commit, forgetDeadLetters, On, type Subscriber } from '@daymark/platform'

/**
 * Who is gone for good is gone from the list of activity; backups stay for their time (Expiry removes them then), but none is begun
 * or brought back any more. The audit log keeps what was done.
 */
@On(userDeleted)
export class ForgetAccount implements Subscriber<typeof userDeleted> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      void tx.sql('DELETE FROM activity WHERE user_id = $1', [userId])
      void tx.sql('DELETE FROM backup_restores WHERE user_id = $1', [userId])
      const over = `UPDATE backup_runs SET expires_at = $2 WHERE user_id = $1 AND state <> 'done'`
      void tx.sql(over, [userId, this.clock.now()])
    })
  }
}
