import { accountStatistics, type Input, MAX_OUTGOING_ITEMS, outgoing } from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'

type UsageRow = { tokens: number; tokenLastUsedAt: Date | null; webhooks: number; failingWebhooks: number }

const COUNT_USAGE = `
  SELECT t.*, w.* FROM
    (SELECT (count(*) FILTER (WHERE expires_at > $2))::int AS tokens, max(last_used_at) AS "tokenLastUsedAt"
     FROM api_tokens WHERE user_id = $1) t,
    (SELECT count(*)::int AS webhooks,
            (count(*) FILTER (WHERE disabled_reason IS NOT NULL OR failing_since IS NOT NULL))::int AS "failingWebhooks"
     FROM webhooks WHERE owner_id = $1) w`

type FailingWebhookRow = {
  id: string
  ownerId: string
  host: string
  since: Date
  lastError: string | null
  active: boolean
}
/** Lists failing webhooks, newest first. Only the host is returned, because the path of a URL may contain a secret. */
const LIST_FAILING_WEBHOOKS = `
  SELECT id, owner_id AS "ownerId", host, failing_since AS since, active,
    (SELECT d.error FROM deliveries d WHERE d.webhook_id = w.id AND d.error IS NOT NULL ORDER BY seq DESC LIMIT 1) AS "lastError"
  FROM webhooks w WHERE failing_since IS NOT NULL ORDER BY failing_since DESC LIMIT ${MAX_OUTGOING_ITEMS}`

@RpcHandlers()
export class AdministrationHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts tokens and webhooks of an account, for administrators. */
  @Handles(accountStatistics.getDeveloperUsage)
  async getDeveloperUsage({ userId }: Input<typeof accountStatistics.getDeveloperUsage>) {
    const [row] = await this.db.sql<UsageRow>(COUNT_USAGE, [userId, this.clock.now()])
    const { tokenLastUsedAt, ...counts } = row as UsageRow // Aggregates without GROUP BY always return one row.
    return { ...counts, tokenLastUsedAt: tokenLastUsedAt?.toISOString() ?? null }
  }

  @Handles(outgoing.webhooks)
  async getWebhooks() {
    const [[row], failing] = await Promise.all([
      this.db.sql<{ waiting: string }>(`SELECT count(*) AS waiting FROM deliveries WHERE status = 'pending'`),
      this.db.sql<FailingWebhookRow>(LIST_FAILING_WEBHOOKS),
    ])
    const webhooks = failing.map(({ since, ...webhook }) => ({ ...webhook, failingSince: since.toISOString() }))
    return { waiting: Number(row?.waiting), failing: webhooks }
  }
}
