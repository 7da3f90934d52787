import { HOUR_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DomainDns } from './domain-dns.ts'
import { type Domain, DOMAIN_COLUMNS, Domains, DomainTarget } from './domains.ts'

/** Looks up the DNS records of a domain and stores the result. No transaction is open during the lookup. */
@Injectable()
export class DomainCheck {
  constructor(
    private readonly dns: DomainDns,
    private readonly domains: Domains,
    private readonly target: DomainTarget,
  ) {}

  /** Returns whether both DNS records are correct. */
  async run(domain: Domain): Promise<boolean> {
    if (this.target.name === null) return false
    const lookup = await this.dns.lookUp({ ...domain, target: this.target.name })
    await this.domains.recordLookup(domain, lookup)
    return lookup.problem === undefined
  }
}

const CONCURRENT_LOOKUPS = 5
/** Maximum number of lookups per run. The domains that have not been checked for the longest time come first. */
const LOOKUPS_PER_RUN = 500

/**
 * Checks each domain once a day, or every hour while its records are not correct. Claims that were never verified are no longer checked
 * after two weeks.
 */
@Every('10m')
export class CheckDomains implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly check: DomainCheck,
  ) {}

  async run(): Promise<void> {
    const dueDomains = await this.findDueDomains(this.clock.now())
    while (dueDomains.length > 0)
      await Promise.all(dueDomains.splice(0, CONCURRENT_LOOKUPS).map(domain => this.check.run(domain)))
  }

  private findDueDomains(now: Date): Promise<Domain[]> {
    const hoursAgo = (hours: number): Date => new Date(+now - hours * HOUR_MS)
    return this.db.sql<Domain>(
      `SELECT ${DOMAIN_COLUMNS} FROM domains
       WHERE (state = 'verified' AND checked_at < $1) OR (state = 'failing' AND checked_at < $2)
          OR (state = 'pending' AND claimed_at > $3 AND (checked_at IS NULL OR checked_at < $2))
       ORDER BY checked_at NULLS FIRST LIMIT $4`,
      [hoursAgo(24), hoursAgo(1), hoursAgo(14 * 24), LOOKUPS_PER_RUN],
    )
  }
}
