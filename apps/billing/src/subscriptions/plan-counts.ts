import { Database, metrics } from '@daymark/platform'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'

/** Counted over all accounts, so not at every scrape. */
const KEPT_MS = 60_000
const COUNTS = 'SELECT tier, status, count(*)::int AS n FROM subscriptions GROUP BY tier, status'
type Count = { tier: string; status: string; n: number }

/** Who has which plan, and whose payment is overdue, for metrics. */
@Injectable()
export class PlanCounts implements OnApplicationBootstrap {
  private known: { counts: Count[]; at: number } | undefined
  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    const about = { description: 'Accounts by plan and status' }
    metrics.gauge('daymark.billing.subscriptions', about, async () =>
      (await this.counts()).map(({ tier, status, n }) => [n, { tier, status }]),
    )
  }

  private async counts(): Promise<Count[]> {
    if (!this.known || performance.now() - this.known.at > KEPT_MS)
      this.known = { counts: await this.db.sql<Count>(COUNTS), at: performance.now() }
    return this.known.counts
  }
}
