import { type Input, type RateLimitName, tokens } from '@daymark/contracts'
import { Database, Handles, preparedStatement, RpcHandlers } from '@daymark/platform'
import { DeveloperConfig } from '../config.ts'

/** A rate limit: `limit` calls per window. */
type RateLimit = { limit: number; windowSeconds: number }
/** Seconds until the full limit is available again, before and after this request. */
type LimitUsage = { beforeSeconds: number; afterSeconds: number }

/** Tolerance in calls. Postgres rounds times to microseconds, so the computed number can be slightly too low. */
const ROUNDING_TOLERANCE_CALLS = 1e-3

/**
 * Computes the granted and remaining calls of a limit, the time until it is fully available, and the time until the next call is granted.
 */
export function computeAllowance({ limit, windowSeconds }: RateLimit, usage: LimitUsage) {
  // `afterSeconds` is negative if more calls were returned than were counted.
  const [beforeSeconds, afterSeconds] = [usage.beforeSeconds, Math.max(0, usage.afterSeconds)]
  const secondsPerCall = windowSeconds / limit
  const availableCalls = (windowSeconds - afterSeconds) / secondsPerCall
  const remaining = Math.max(0, Math.floor(availableCalls + ROUNDING_TOLERANCE_CALLS))
  return {
    granted: Math.round((afterSeconds - beforeSeconds) / secondsPerCall),
    limit,
    windowSeconds,
    remaining,
    resetMs: Math.ceil(afterSeconds * 1000),
    retryMs: remaining > 0 ? 0 : Math.ceil((1 - availableCalls) * secondsPerCall * 1000),
  }
}

/**
 * The time of the database, because all replicas share its clock.
 */
const NOW_SQL = 'statement_timestamp()'
const WINDOW_SQL = "$5 * interval '1 s'"
const SECONDS_PER_CALL_SQL = '$5::float8 / $4'
/** `full_at`, limited to the window: a later time was written while the clock was wrong. */
const clampedFullAtSql = (fullAt: string) => `greatest(${NOW_SQL}, least(${fullAt}, ${NOW_SQL} + ${WINDOW_SQL}))`
const FREE_CALLS_SQL = `floor(extract(epoch FROM ${NOW_SQL} + ${WINDOW_SQL} - ${clampedFullAtSql('r.full_at')})::float8 / (${SECONDS_PER_CALL_SQL}) + 1e-3)`

/** Applies the generic cell rate algorithm in one statement. Row locks serialize concurrent requests. */
const TAKE_CALLS = preparedStatement(`
  INSERT INTO rate_limits AS r (token_id, limit_name, full_at)
  VALUES ($1, $2, ${NOW_SQL} + least($3::int, $4::int) * (${SECONDS_PER_CALL_SQL}) * interval '1 s')
  ON CONFLICT (token_id, limit_name) DO UPDATE
    SET full_at = ${clampedFullAtSql('r.full_at')} + least($3::int, ${FREE_CALLS_SQL}) * (${SECONDS_PER_CALL_SQL}) * interval '1 s'
  RETURNING extract(epoch FROM new.full_at - ${NOW_SQL})::float8 AS "afterSeconds",
            CASE WHEN old.full_at IS NULL THEN 0 ELSE extract(epoch FROM ${clampedFullAtSql('old.full_at')} - ${NOW_SQL})::float8 END AS "beforeSeconds"`)

@RpcHandlers()
export class TakeCalls {
  private readonly limits: Record<RateLimitName, RateLimit>

  constructor(
    private readonly db: Database,
    { callsPerMinute, uploadsPerHour }: DeveloperConfig,
  ) {
    this.limits = {
      calls: { limit: callsPerMinute, windowSeconds: 60 },
      uploads: { limit: uploadsPerHour, windowSeconds: 3600 },
    }
  }

  @Handles(tokens.takeCalls)
  async takeCalls({ tokenId, limited, count }: Input<typeof tokens.takeCalls>) {
    const { limit, windowSeconds } = this.limits[limited]
    const [usage] = await this.db.sql<LimitUsage>(TAKE_CALLS, [tokenId, limited, count, limit, windowSeconds])
    return computeAllowance({ limit, windowSeconds }, usage ?? { beforeSeconds: 0, afterSeconds: 0 })
  }
}
