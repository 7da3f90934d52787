import { entitlementOf, type EventOf, subscriptionChanged, usageChanged, userDeleted } from '@daymark/contracts'
import { Clock, type Commit, forgetDeadLetters, On, preparedStatement, type Subscriber } from '@daymark/platform'

/**
 * Copies the tier, status and storage limit of a user from billing, unless the copied version is newer than the event. When the grace
 * period of an overdue plan is over, billing publishes the new storage limit (rule 10).
 */
@On(subscriptionChanged)
export class SaveIdentityPlan implements Subscriber<typeof subscriptionChanged> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    const { storageLimit } = entitlementOf(data, this.clock.now())
    await commit(tx =>
      tx.sql(
        `UPDATE users SET tier = $3, subscription_status = $4, storage_limit = $5, end_date = $6,
           past_due_since = $7, plan_version = $2
         WHERE id = $1 AND plan_version < $2`,
        [data.userId, data.version, data.tier, data.status, storageLimit, data.endDate, data.pastDueSince],
      ),
    )
  }
}

@On(usageChanged, { onlyCommits: true })
export class SaveUsage implements Subscriber<typeof usageChanged> {
  async on({ data }: EventOf<typeof usageChanged>, commit: Commit) {
    await commit(async tx => {
      tx.send(
        preparedStatement(
          'UPDATE users SET storage_used = $3, usage_version = $2 WHERE id = $1 AND usage_version < $2',
        ),
        [data.ownerId, data.version, data.bytes],
      )
    })
  }
}

/** Deletes the dead letters of a deleted user, which are events that failed repeatedly and may contain personal data. */
@On(userDeleted, { asJob: true })
export class DeleteFailedUserEvents implements Subscriber<typeof userDeleted> {
  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await commit(async tx => forgetDeadLetters(tx, userId))
  }
}
