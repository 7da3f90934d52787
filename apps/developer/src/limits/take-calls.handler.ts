import { tokens, type Input, type RateLimitName } from '@daymark/contracts'
import { Database, Handles, prepared, type Handler } from '@daymark/platform'
import { DeveloperConfig } from '../config.ts'
import { allowance, type Limit, type Taken } from './allowance.ts'

/** The database's time, so that replicas whose clocks differ count as one; a time beyond the window was a wrong clock. */
const NOW = 'statement_timestamp()'
const WINDOW = "$5 * interval '1 s'"
const EACH = '$5::float8 / $4'
const BASE = (fullAt: string) => `greatest(${NOW}, least(${fullAt}, ${NOW} + ${WINDOW}))`
const ROOM = `floor(extract(epoch FROM ${NOW} + ${WINDOW} - ${BASE('r.full_at')})::float8 / (${EACH}) + 1e-3)`

/** The generic cell rate algorithm in one statement: what is not there is not granted, and two at once wait for each other. */
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
    const [taken] = await this.db.sql<Taken>(TAKE, [tokenId, limited, count, limit, windowSeconds])
    return allowance({ limit, windowSeconds }, taken ?? { before: 0, after: 0 })
  }
}
