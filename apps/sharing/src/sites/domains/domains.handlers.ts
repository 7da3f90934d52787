import { type Actor, MAX_DOMAIN_CHECKS, domains, errors, type Input, requireUser } from '@daymark/contracts'
import { Database, failureKey, FailureLimiter, Handles, preparedStatement, RpcHandlers } from '@daymark/platform'
import { isOwnerSuspendedSql } from '../../links/gallery/gallery-access.ts'
import { isLinkToken } from '../../links/link-addresses.ts'
import { DomainCheck } from './check-domains.job.ts'
import { Domains, DomainTarget } from './domains.ts'

const FIND_LINK_OWNER = preparedStatement(
  `SELECT id AS "linkId", owner_id AS "ownerId" FROM links WHERE token = $1 AND NOT ${isOwnerSuspendedSql('owner_id')}
   UNION ALL SELECT id, owner_id FROM upload_links WHERE token = $1 AND NOT ${isOwnerSuspendedSql('owner_id')}`,
)

@RpcHandlers()
export class DomainHandlers {
  constructor(
    private readonly db: Database,
    private readonly repository: Domains,
    private readonly target: DomainTarget,
    private readonly check: DomainCheck,
    private readonly limiter: FailureLimiter,
  ) {}

  @Handles(domains.getDomain)
  getDomain(_: Input<typeof domains.getDomain>, actor: Actor) {
    return this.repository.readSettings(actor)
  }

  /** Removes a custom domain. Allowed in every plan, so that a domain can be removed after a downgrade. */
  @Handles(domains.removeDomain)
  async removeDomain(_: Input<typeof domains.removeDomain>, actor: Actor) {
    await this.repository.remove(requireUser(actor))
    return this.repository.readSettings(actor)
  }

  @Handles(domains.setDomain)
  async setDomain({ host }: Input<typeof domains.setDomain>, actor: Actor) {
    const ownerId = await this.repository.authorize(actor)
    await this.repository.claim(ownerId, this.target.parseHost(host))
    return this.repository.readSettings(actor)
  }

  /** Throws TOO_MANY_REQUESTS after too many checks, because each check queries name servers of third parties. */
  @Handles(domains.verifyDomain)
  async verifyDomain(_: Input<typeof domains.verifyDomain>, actor: Actor) {
    const ownerId = await this.repository.authorize(actor)
    const domain = await this.repository.find(ownerId)
    if (!domain) throw errors.DOMAIN_NOT_FOUND()
    const limits = [{ key: failureKey('domain', ownerId), attempts: MAX_DOMAIN_CHECKS }]
    await this.limiter.countAttempt(limits)
    await this.check.run(domain)
    return this.repository.readSettings(actor)
  }

  /**
   * Returns whether a host serves galleries, and of which owner. The gateway calls this for hosts that are not its own, and caches the
   * result briefly.
   */
  @Handles(domains.findHost)
  findHost({ host }: Input<typeof domains.findHost>) {
    return this.repository.findHostState(host)
  }

  /** Returns the owner of a link or upload link. Custom domains show only links of their owner. */
  @Handles(domains.findLinkOwner)
  async findLinkOwner({ token }: Input<typeof domains.findLinkOwner>) {
    const [link] = isLinkToken(token)
      ? await this.db.sql<{ linkId: string; ownerId: string }>(FIND_LINK_OWNER, [token])
      : []
    if (!link) throw errors.SHARE_UNAVAILABLE()
    return link
  }

  @Handles(domains.getHost)
  async getHost({ ownerId }: Input<typeof domains.getHost>) {
    const domain = await this.repository.find(ownerId)
    return { host: domain && (await this.repository.isServed(domain)) ? domain.host : null }
  }
}
