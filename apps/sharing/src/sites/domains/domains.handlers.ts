import { type Actor, DOMAIN_CHECKS, domains, errors, type Input, requireUser } from '@daymark/contracts'
import { failureKey, FailureLimiter, type Handler, Handles } from '@daymark/platform'
import { DomainCheck } from './domain-check.ts'
import { DomainTarget } from './domain-target.ts'
import { Domains } from './domains.ts'

@Handles(domains.getDomain)
export class GetDomain implements Handler<typeof domains.getDomain> {
  private readonly domains: Domains
  constructor(kept: Domains) {
    this.domains = kept
  }

  handle(_: Input<typeof domains.getDomain>, actor: Actor) {
    return this.domains.settings(actor)
  }
}

/** For every plan: nobody has to pay to be rid of it. */
@Handles(domains.removeDomain)
export class RemoveDomain implements Handler<typeof domains.removeDomain> {
  private readonly domains: Domains
  constructor(kept: Domains) {
    this.domains = kept
  }

  async handle(_: Input<typeof domains.removeDomain>, actor: Actor) {
    await this.domains.remove(requireUser(actor))
    return this.domains.settings(actor)
  }
}

@Handles(domains.setDomain)
export class SetDomain implements Handler<typeof domains.setDomain> {
  private readonly domains: Domains
  constructor(
    kept: Domains,
    private readonly target: DomainTarget,
  ) {
    this.domains = kept
  }

  async handle({ host }: Input<typeof domains.setDomain>, actor: Actor) {
    const ownerId = await this.domains.authorize(actor)
    await this.domains.claim(ownerId, this.target.asDomain(host))
    return this.domains.settings(actor)
  }
}

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
    await this.limiter.countAttempt(tries)
    await this.check.run(domain)
    return this.domains.settings(actor)
  }
}
