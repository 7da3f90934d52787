import { type Input, type RateLimitName, tokens } from '@daymark/contracts'
import { Database, type Handler, Handles, prepared } from '@daymark/platform'
import { DeveloperConfig } from '../config.ts'

/** `limit` calls per window. */
export type Limit = { limit: number; windowSeconds: number }
/** `before` and `after`: seconds until the limit is unused again, before and after this request. */
export type LimitUsage = { before: number; after: number }

/** Postgres rounds times to microseconds, so each request may be off by one. */
const SLACK = 1e-3

/** The remaining calls and waiting time of a limit. */
export function allowance({ limit, windowSeconds }: Limit, usage: LimitUsage) {
  // negative when more calls are given back than were counted
  const [before, after] = [usage.before, Math.max(0, usage.after)]
  const secondsPerCall = windowSeconds / limit
  const room = (windowSeconds - after) / secondsPerCall
  const remaining = Math.max(0, Math.floor(room + SLACK))
  return {
    granted: Math.round((after - before) / secondsPerCall),
    ...{ limit, windowSeconds, remaining },
    resetMs: Math.ceil(after * 1000),
    retryMs: remaining > 0 ? 0 : Math.ceil((1 - room) * secondsPerCall * 1000),
  }
}

/** Uses the clock of the database, which all replicas share. A time beyond the window was stored with a wrong clock. */
const NOW = 'statement_timestamp()'
const WINDOW = "$5 * interval '1 s'"
const EACH = '$5::float8 / $4'
const BASE = (fullAt: string) => `greatest(${NOW}, least(${fullAt}, ${NOW} + ${WINDOW}))`
const ROOM = `floor(extract(epoch FROM ${NOW} + ${WINDOW} - ${BASE('r.full_at')})::float8 / (${EACH}) + 1e-3)`

/** The generic cell rate algorithm in one statement; row locks serialize concurrent requests. */
const TAKE = prepared(`
  INSERT INTO rate_limits AS r (token_id, limit_name, full_at)
  VALUES ($1, $2, ${NOW} + least($3::int, $4::int) * (${EACH}) * interval '1 s')
  ON CONFLICT (token_id, limit_name) DO UPDATE
    SET full_at = ${BASE('r.full_at')} + least($3::int, ${ROOM}) * (${EACH}) * interval '1 s'
  RETURNING extract(epoch FROM new.full_at - ${NOW})::float8 AS after,
            CASE WHEN old.full_at IS NULL THEN 0 ELSE extract(epoch FROM ${BASE('old.full_at')} - ${NOW})::float8 END AS before`)

@Handles(tokens.takeCalls)
export class TakeCalls implements Handler<typeof tokens.takeCalls> {
  private readonly limits: Record<RateLimitName, Limit>
  constructor(
    private readonly db: Database,
    { callsPerMinute, uploadsPerHour }: DeveloperConfig,
  ) {
    this.limits = {
      calls: { limit: callsPerMinute, windowSeconds: 60 },
      uploads: { limit: uploadsPerHour, windowSeconds: 3600 },
    }
  }

  async handle({ tokenId, limited, count }: Input<typeof tokens.takeCalls>) {
    const { limit, windowSeconds } = this.limits[limited]
    const [usage] = await this.db.sql<LimitUsage>(TAKE, [tokenId, limited, count, limit, windowSeconds])
    return allowance({ limit, windowSeconds }, usage ?? { before: 0, after: 0 })
  }
}
