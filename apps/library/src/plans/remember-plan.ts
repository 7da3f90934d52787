import { subscriptionChanged, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'

/** Each new user has a subscription, so this is also where a library and its Favorites begin. */
@On(subscriptionChanged)
export class RememberPlan implements Subscriber<typeof subscriptionChanged> {
  private readonly clock: Clock
  constructor(clock: Clock) {
    this.clock = clock
  }

  async on({ data, time }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    const { userId, tier, status, storageLimit, endDate, version } = data
    const pastDueSince = status === 'past_due' ? time : null
    await commit(tx =>
      changeLibrary(tx, userId, this.clock.now(), async () => {
        await tx.query(
          `INSERT INTO plans AS mine (user_id, tier, status, storage_limit, end_date, past_due_since, version)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (user_id) DO UPDATE SET
             tier = $2, status = $3, storage_limit = $4, end_date = $5, version = $7,
             past_due_since = CASE WHEN $6::timestamptz IS NOT NULL THEN coalesce(mine.past_due_since, $6) END
           WHERE mine.version < $7`,
          [userId, tier, status, storageLimit, endDate, pastDueSince, version],
        )
      }),
    )
  }
}
