import { userDeleted, type EventOf } from '@daymark/contracts'
import { Database, forgetDeadLetters, inBatches, On, type Commit, type Subscriber } from '@daymark/platform'

const DELIVERIES = `
  DELETE FROM deliveries WHERE id IN (
    SELECT d.id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.owner_id = $1 LIMIT $2) RETURNING id`
const LIMITS = `
  DELETE FROM rate_limits WHERE token_id IN (SELECT id FROM tokens WHERE user_id = $1)`

/** Somebody is gone: her tokens, and webhooks with what waited for them. */
@On(userDeleted)
export class ForgetOwner implements Subscriber<typeof userDeleted> {
  constructor(private readonly db: Database) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await inBatches(this.db, [DELIVERIES, userId])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      void tx.sql(LIMITS, [userId])
      void tx.sql('DELETE FROM webhooks WHERE owner_id = $1', [userId])
      for (const table of ['tokens', 'owners', 'plans'])
        void tx.sql(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    })
  }
}
