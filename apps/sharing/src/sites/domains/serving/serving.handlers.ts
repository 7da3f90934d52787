import { domains, errors, type Input } from '@daymark/contracts'
import { Database, type Handler, Handles, prepared } from '@daymark/platform'
import { isLinkToken } from '../../../links/link-addresses.ts'
import { ownerIsSuspended } from '../../../links/gallery/gallery-access.ts'
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

const FIND = prepared(
  `SELECT id AS "linkId", owner_id AS "ownerId" FROM links WHERE token = $1 AND NOT ${ownerIsSuspended('owner_id')}
   UNION ALL SELECT id, owner_id FROM upload_links WHERE token = $1 AND NOT ${ownerIsSuspended('owner_id')}`,
)

/** For a host that shows links of one owner only. */
@Handles(domains.findLinkOwner)
export class FindLinkOwner implements Handler<typeof domains.findLinkOwner> {
  constructor(private readonly db: Database) {}

  async handle({ token }: Input<typeof domains.findLinkOwner>) {
    const [found] = isLinkToken(token) ? await this.db.sql<{ linkId: string; ownerId: string }>(FIND, [token]) : []
    if (!found) throw errors.SHARE_UNAVAILABLE()
    return found
  }
}

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
