import { type EventOf, userDeleted } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'

/** Who is gone for good is gone from the list of activity. The audit log keeps what was done. */
@On(userDeleted)
export class ForgetAccount implements Subscriber<typeof userDeleted> {
  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await commit(async tx => void tx.sql('DELETE FROM activity WHERE user_id = $1', [userId]))
  }
}
