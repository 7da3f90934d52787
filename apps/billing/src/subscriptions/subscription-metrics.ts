import { Database, metrics } from '@daymark/platform'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'

/** All accounts are counted, so the result is cached between scrapes. */
const CACHE_MS = 60_000
const COUNTS = 'SELECT tier, status, count(*)::int AS n FROM subscriptions GROUP BY tier, status'
type Count = { tier: string; status: string; n: number }

/** Metric of accounts by plan and payment status. */
@Injectable()
export class SubscriptionMetrics implements OnApplicationBootstrap {
  private cached: { counts: Count[]; at: number } | undefined
  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    const subscriptions = { description: 'Accounts by plan and status' }
    metrics.gauge('daymark.billing.subscriptions', subscriptions, async () =>
      (await this.counts()).map(({ tier, status, n }) => [n, { tier, status }]),
    )
  }

  private async counts(): Promise<Count[]> {
    if (!this.cached || performance.now() - this.cached.at > CACHE_MS)
      this.cached = { counts: await this.db.sql<Count>(COUNTS), at: performance.now() }
    return this.cached.counts
  }
}
