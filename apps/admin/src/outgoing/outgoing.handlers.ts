import { type Actor, type Input, operations, outgoing, type Output } from '@daymark/contracts'
import { Handles, RpcHandlers } from '@daymark/platform'
import { collectNotes, ServiceClients } from '../dashboard/service-clients.ts'
import { Certificates } from './certificates.ts'
import { listVerifiedHosts } from './check-certificates.job.ts'

type CustomDomain = Output<typeof outgoing.domains>['domains'][number]

@RpcHandlers()
export class OutgoingHandlers {
  constructor(
    private readonly clients: ServiceClients,
    private readonly certificates: Certificates,
  ) {}

  @Handles(operations.getOutgoing)
  async getOutgoing(_: Input<typeof operations.getOutgoing>, actor: Actor) {
    const [mails, webhooks, domains] = await Promise.all([
      this.clients.callCached(outgoing.mails, {}, actor),
      this.clients.callCached(outgoing.webhooks, {}, actor),
      this.clients.callCached(outgoing.domains, {}, actor),
    ])
    const domainsWithCertificates = domains.value && (await this.addCertificateExpiry(domains.value.domains))
    return {
      mails: mails.value,
      webhooks: webhooks.value,
      domains: domainsWithCertificates,
      notes: collectNotes(mails, webhooks, domains),
    }
  }

  private async addCertificateExpiry(domains: CustomDomain[]) {
    const verifiedHosts = listVerifiedHosts(domains)
    const expiryDates =
      verifiedHosts.length > 0 ? await this.certificates.findExpiryDates(verifiedHosts) : new Map<string, Date>()
    return domains.map(domain => ({ ...domain, certificateUntil: expiryDates.get(domain.host)?.toISOString() ?? null }))
  }
}
