import { type Actor, domains, type Input } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
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
