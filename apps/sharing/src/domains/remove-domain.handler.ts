import { type Actor, domains, type Input, requireUser } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Domains } from './domains.ts'

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
