import { Clock, Database, Every, type Job } from '@daymark/platform'
import { DomainCheck } from './domain-check.ts'
import { COLUMNS, type Domain } from './domains.ts'

const HOUR_MS = 3_600_000
/** So many look-ups at once, and so many a run at most: those that wait longest come first. */
const AT_ONCE = 5
const MOST = 500

/**
 * Each domain once a day. One that is not as it should be every hour, so that whoever enters the records and goes away finds it
 * done; a claim that nothing came of is left alone after two weeks.
 */
@Every('10m')
export class CheckDomains implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly check: DomainCheck,
  ) {}

  async run(): Promise<void> {
    const due = await this.due(this.clock.now())
    while (due.length > 0) await Promise.all(due.splice(0, AT_ONCE).map(domain => this.check.run(domain)))
  }

  private due(now: Date): Promise<Domain[]> {
    const before = (hours: number): Date => new Date(+now - hours * HOUR_MS)
    return this.db.sql<Domain>(
      `SELECT ${COLUMNS} FROM domains
       WHERE (state = 'verified' AND checked_at < $1) OR (state = 'failing' AND checked_at < $2)
          OR (state = 'pending' AND claimed_at > $3 AND (checked_at IS NULL OR checked_at < $2))
       ORDER BY checked_at NULLS FIRST LIMIT $4`,
      [before(24), before(1), before(14 * 24), MOST],
    )
  }
}
