import { type Actor, DOMAIN_CHECKS, domains, errors, type Input } from '@daymark/contracts'
import { FailureLimiter, failureKey, type Handler, Handles } from '@daymark/platform'
import { DomainCheck } from './domain-check.ts'
import { Domains } from './domains.ts'

@Handles(domains.verifyDomain)
export class VerifyDomain implements Handler<typeof domains.verifyDomain> {
  private readonly domains: Domains
  private readonly check: DomainCheck
  private readonly limiter: FailureLimiter
  constructor(kept: Domains, check: DomainCheck, limiter: FailureLimiter) {
    this.domains = kept
    this.check = check
    this.limiter = limiter
  }

  /** Name servers of others are not there to be asked as often as somebody can press a button. */
  async handle(_: Input<typeof domains.verifyDomain>, actor: Actor) {
    const ownerId = await this.domains.authorize(actor)
    const domain = await this.domains.of(ownerId)
    if (!domain) throw errors.DOMAIN_NOT_FOUND()
    const tries = [{ key: failureKey('domain', ownerId), attempts: DOMAIN_CHECKS }]
    await this.limiter.assertFree(tries)
    const isFound = await this.check.run(domain)
    if (!isFound) await this.limiter.failed(tries, errors.DOMAIN_NOT_FOUND())
    return this.domains.settings(actor)
  }
}
