import { domains, type Input } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Domains } from '../domains.ts'

/** Asked by the gateway for hosts that are not the installation's own, and remembered there for a moment. */
@Handles(domains.findHost)
export class FindHost implements Handler<typeof domains.findHost> {
  private readonly domains: Domains
  constructor(kept: Domains) {
    this.domains = kept
  }

  handle({ host }: Input<typeof domains.findHost>) {
    return this.domains.hostState(host)
  }
}
