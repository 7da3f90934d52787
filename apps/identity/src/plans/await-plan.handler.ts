import { errors, identity, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

@Handles(identity.awaitPlan)
export class AwaitPlan implements Handler<typeof identity.awaitPlan> {
  constructor(private readonly db: Database) {}

  async handle({ userId, version }: Input<typeof identity.awaitPlan>) {
    // asked of the database, not of memory: another replica may be the one that receives the event
    const seen = 'SELECT id FROM users WHERE id = $1 AND plan_version >= $2'
    const row = await this.db.pollUntilFound(async () => (await this.db.sql(seen, [userId, version]))[0])
    if (!row) throw errors.SUBSCRIPTION_PENDING()
    return { success: true as const }
  }
}
