import { type Actor, DOMAIN_CHECKS, domains, errors, type Input } from '@daymark/contracts'
import { FailureLimiter, failureKey, type Handler, Handles } from '@daymark/platform'
import { DomainCheck } from './domain-check.ts'
import { Domains } from './domains.ts'

@Handles(domains.verifyDomain)
export class VerifyDomain implements Handler<typeof domains.verifyDomain> {
  private readonly domains: Domains
  constructor(
    kept: Domains,
    private readonly check: DomainCheck,
    private readonly limiter: FailureLimiter,
  ) {
    this.domains = kept
  }

  /** TOO_MANY_REQUESTS: name servers of others are not queried as often as a button can be pressed. */
  async handle(_: Input<typeof domains.verifyDomain>, actor: Actor) {
    const ownerId = await this.domains.authorize(actor)
    const domain = await this.domains.of(ownerId)
    if (!domain) throw errors.DOMAIN_NOT_FOUND()
    const tries = [{ key: failureKey('domain', ownerId), attempts: DOMAIN_CHECKS }]
    await this.limiter.admit(tries)
    await this.check.run(domain)
    return this.domains.settings(actor)
  }
}
