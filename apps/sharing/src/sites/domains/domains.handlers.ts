import { type Actor, MAX_DOMAIN_CHECKS, domains, errors, type Input, requireUser } from '@daymark/contracts'
import { Database, failureKey, FailureLimiter, type Handler, Handles, preparedStatement } from '@daymark/platform'
import { isOwnerSuspendedSql } from '../../links/gallery/gallery-access.ts'
import { isLinkToken } from '../../links/link-addresses.ts'
import { DomainCheck } from './check-domains.job.ts'
import { Domains, DomainTarget } from './domains.ts'

@Handles(domains.getDomain)
export class GetDomain implements Handler<typeof domains.getDomain> {
  constructor(private readonly repository: Domains) {}

  handle(_: Input<typeof domains.getDomain>, actor: Actor) {
    return this.repository.readSettings(actor)
  }
}

/** Removes a custom domain. Allowed in every plan, so that a domain can be removed after a downgrade. */
@Handles(domains.removeDomain)
export class RemoveDomain implements Handler<typeof domains.removeDomain> {
  constructor(private readonly repository: Domains) {}

  async handle(_: Input<typeof domains.removeDomain>, actor: Actor) {
    await this.repository.remove(requireUser(actor))
    return this.repository.readSettings(actor)
  }
}

@Handles(domains.setDomain)
export class SetDomain implements Handler<typeof domains.setDomain> {
  constructor(
    private readonly repository: Domains,
    private readonly target: DomainTarget,
  ) {}

  async handle({ host }: Input<typeof domains.setDomain>, actor: Actor) {
    const ownerId = await this.repository.authorize(actor)
    await this.repository.claim(ownerId, this.target.parseHost(host))
    return this.repository.readSettings(actor)
  }
}

@Handles(domains.verifyDomain)
export class VerifyDomain implements Handler<typeof domains.verifyDomain> {
  constructor(
    private readonly repository: Domains,
    private readonly check: DomainCheck,
    private readonly limiter: FailureLimiter,
  ) {}

  /** Throws TOO_MANY_REQUESTS after too many checks, because each one queries name servers of third parties. */
  async handle(_: Input<typeof domains.verifyDomain>, actor: Actor) {
    const ownerId = await this.repository.authorize(actor)
    const domain = await this.repository.find(ownerId)
    if (!domain) throw errors.DOMAIN_NOT_FOUND()
    const attempts = [{ key: failureKey('domain', ownerId), attempts: MAX_DOMAIN_CHECKS }]
    await this.limiter.countAttempt(attempts)
    await this.check.run(domain)
    return this.repository.readSettings(actor)
  }
}

/**
 * Returns whether a host serves galleries, and of which owner. The gateway calls this for hosts that are not its own, and caches the result
 * briefly.
 */
@Handles(domains.findHost)
export class FindHost implements Handler<typeof domains.findHost> {
  constructor(private readonly repository: Domains) {}

  handle({ host }: Input<typeof domains.findHost>) {
    return this.repository.findHostState(host)
  }
}

const FIND_LINK_OWNER = preparedStatement(
  `SELECT id AS "linkId", owner_id AS "ownerId" FROM links WHERE token = $1 AND NOT ${isOwnerSuspendedSql('owner_id')}
   UNION ALL SELECT id, owner_id FROM upload_links WHERE token = $1 AND NOT ${isOwnerSuspendedSql('owner_id')}`,
)

/** Returns the owner of a link or upload link. Custom domains show only links of their owner. */
@Handles(domains.findLinkOwner)
export class FindLinkOwner implements Handler<typeof domains.findLinkOwner> {
  constructor(private readonly db: Database) {}

  async handle({ token }: Input<typeof domains.findLinkOwner>) {
    const [link] = isLinkToken(token)
      ? await this.db.sql<{ linkId: string; ownerId: string }>(FIND_LINK_OWNER, [token])
      : []
    if (!link) throw errors.SHARE_UNAVAILABLE()
    return link
  }
}

@Handles(domains.getHost)
export class GetHost implements Handler<typeof domains.getHost> {
  constructor(private readonly repository: Domains) {}

  async handle({ ownerId }: Input<typeof domains.getHost>) {
    const domain = await this.repository.find(ownerId)
    return { host: domain && (await this.repository.isServed(domain)) ? domain.host : null }
  }
}
