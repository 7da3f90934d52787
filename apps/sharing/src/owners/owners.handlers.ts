import { accountStatistics, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, RpcHandlers } from '@daymark/platform'

const COUNT_LINKS = `
  SELECT count(*)::int AS total, coalesce(sum(view_count), 0)::int AS views,
         (count(*) FILTER (WHERE NOT revoked AND (expires_at IS NULL OR expires_at > $2)))::int AS active
  FROM links WHERE owner_id = $1`

@RpcHandlers()
export class OwnerHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  /**
   * S-SUB-18: waits until this service has stored a version of the user's plan. The API responds to a plan change only then, so that
   * analytics, watermarked links and domains already use the new plan.
   */
  @Handles(sharing.awaitPlan)
  async awaitPlan({ userId, version }: Input<typeof sharing.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }

  /** Returns the number of links and visits of any account, even of a suspended one. Only super admins may call it. */
  @Handles(accountStatistics.getLinks)
  async getAccountLinks({ userId }: Input<typeof accountStatistics.getLinks>) {
    const [row] = await this.db.sql<{ total: number; active: number; views: number }>(COUNT_LINKS, [
      userId,
      this.clock.now(),
    ])
    return row ?? { total: 0, active: 0, views: 0 }
  }
}
