import { subscriptionChanged, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'

@On(subscriptionChanged)
export class RememberPlan implements Subscriber<typeof subscriptionChanged> {
  async on({ data: plan }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    await commit(async tx => {
      await tx.query(
        `INSERT INTO plans (user_id, version, tier, status, end_date, past_due_since) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (user_id) DO UPDATE SET version = $2, tier = $3, status = $4, end_date = $5, past_due_since = $6
         WHERE plans.version < $2`,
        [plan.userId, plan.version, plan.tier, plan.status, plan.endDate, plan.pastDueSince],
      )
    })
  }
}
