import { type Actor, domains, type Input } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { DomainTarget } from './domain-target.ts'
import { Domains } from './domains.ts'

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
