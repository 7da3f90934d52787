import { accountStatistics, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'

type Row = { tokens: number; tokenLastUsedAt: Date | null; webhooks: number; failingWebhooks: number }

const FIGURES = `
  SELECT t.*, w.* FROM
    (SELECT (count(*) FILTER (WHERE expires_at > $2))::int AS tokens, max(last_used_at) AS "tokenLastUsedAt"
     FROM api_tokens WHERE user_id = $1) t,
    (SELECT count(*)::int AS webhooks,
            (count(*) FILTER (WHERE disabled_reason IS NOT NULL OR failing_since IS NOT NULL))::int AS "failingWebhooks"
     FROM webhooks WHERE owner_id = $1) w`

/** For the administration. */
@Handles(accountStatistics.getDeveloperUsage)
export class GetPrograms implements Handler<typeof accountStatistics.getDeveloperUsage> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ userId }: Input<typeof accountStatistics.getDeveloperUsage>, actor: Actor) {
    requireSuperAdmin(actor)
    const [row] = await this.db.sql<Row>(FIGURES, [userId, this.clock.now()])
    const { tokenLastUsedAt, ...counts } = row as Row // aggregates have one row
    return { ...counts, tokenLastUsedAt: tokenLastUsedAt?.toISOString() ?? null }
  }
}
