import { domains, type Input } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Domains } from '../domains.ts'

@Handles(domains.getHost)
export class GetHost implements Handler<typeof domains.getHost> {
  private readonly domains: Domains
  constructor(kept: Domains) {
    this.domains = kept
  }

  async handle({ ownerId }: Input<typeof domains.getHost>) {
    const domain = await this.domains.of(ownerId)
    return { host: domain && (await this.domains.isServed(domain)) ? domain.host : null }
  }
}
