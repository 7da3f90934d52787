import { type EventOf, subscriptionChanged, userAccessChanged, userDeleted } from '@daymark/contracts'
import {
  type Commit,
  Database,
  forgetDeadLetters,
  runInBatches,
  On,
  Plans,
  preparedStatement,
  type Subscriber,
} from '@daymark/platform'
import { DeliveryJobs } from '../sending/delivery-jobs.ts'

const DELETE_DELIVERIES = `
  DELETE FROM deliveries WHERE id IN (
    SELECT d.id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.owner_id = $1 LIMIT $2) RETURNING id`
const DELETE_RATE_LIMITS = `
  DELETE FROM rate_limits WHERE token_id IN (SELECT id FROM api_tokens WHERE user_id = $1)`

/** Deletes the tokens of a deleted user, and their webhooks with pending deliveries. */
@On(userDeleted, { asJob: true })
export class DeleteDeveloperData implements Subscriber<typeof userDeleted> {
  constructor(private readonly db: Database) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await runInBatches(this.db, [DELETE_DELIVERIES, userId])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      tx.send(DELETE_RATE_LIMITS, [userId])
      tx.send('DELETE FROM webhooks WHERE owner_id = $1', [userId])
      for (const table of ['api_tokens', 'user_access', 'plans'])
        tx.send(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    })
  }
}

const STORE_ACCESS = preparedStatement(`
  INSERT INTO user_access (user_id, version, may_act) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET version = $2, may_act = $3 WHERE user_access.version < $2`)

/**
 * Stores whether a user may act: the tokens of a suspended user are rejected. Events can arrive in any order; only a newer version is
 * stored.
 */
@On(userAccessChanged)
export class StoreDeveloperAccess implements Subscriber<typeof userAccessChanged> {
  constructor(private readonly jobs: DeliveryJobs) {}

  async on({ data: { userId, version, mayAct } }: EventOf<typeof userAccessChanged>, commit: Commit) {
    await commit(async tx => {
      tx.send(STORE_ACCESS, [userId, version, mayAct])
      if (mayAct) await this.jobs.resume(tx, userId)
    })
  }
}

/** Resumes pending deliveries when the plan includes the public API again. */
@On(subscriptionChanged)
export class SaveDeveloperPlan implements Subscriber<typeof subscriptionChanged> {
  constructor(
    private readonly plans: Plans,
    private readonly jobs: DeliveryJobs,
  ) {}

  async on({ data }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    await commit(async tx => {
      this.plans.save(tx, data)
      await this.jobs.resume(tx, data.userId)
    })
  }
}
