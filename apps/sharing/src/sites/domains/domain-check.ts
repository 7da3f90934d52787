import { Injectable } from '@nestjs/common'
import { DomainDns } from './domain-dns.ts'
import { DomainTarget } from './domain-target.ts'
import { type Domain, Domains } from './domains.ts'

/** Looks a domain up and writes down what was found: no transaction waits for a name server. */
@Injectable()
export class DomainCheck {
  private readonly domains: Domains
  constructor(
    private readonly dns: DomainDns,
    kept: Domains,
    private readonly target: DomainTarget,
  ) {
    this.domains = kept
  }

  /** Whether both records are as they have to be. */
  async run(domain: Domain): Promise<boolean> {
    if (this.target.name === null) return false
    const looked = await this.dns.look({ ...domain, target: this.target.name })
    await this.domains.record(domain, looked)
    return looked.problem === undefined
  }
}
