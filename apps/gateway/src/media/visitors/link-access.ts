import { anonymous, type Output, sharing } from '@daymark/contracts'
import { Clock, ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'

/** The token of a link, and the grant that the visitor received for its password. */
export type Proof = { token: string; grant?: string | undefined }
/** A link that the visitor may open. */
export type OpenLink = Output<typeof sharing.openLink>

/**
 * Checks whether a visitor may open a link. The sharing service decides once for all pictures of a link. The decision contains the version
 * of the gallery, which is part of the cache keys of its content.
 */
@Injectable()
export class LinkAccess {
  private readonly limiter = new ConcurrencyLimiter(6, 2000)

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  /** Throws SHARE_UNAVAILABLE, SHARE_GONE or PASSWORD_REQUIRED if the visitor has no access. `network` is the visitor's network. */
  async checkAccess(proof: Proof, network: string): Promise<OpenLink> {
    const cachedLink = this.caches.links.peek(cacheKeyOf(proof))
    if (cachedLink && this.isExpired(cachedLink)) this.caches.invalidate([tag.link(cachedLink.linkId)])
    return this.caches.links.get(cacheKeyOf(proof), () => this.load(proof, network))
  }

  /** The cached decision, without waiting; undefined if it is not cached or the link has expired. */
  peek(proof: Proof): OpenLink | undefined {
    const cachedLink = this.caches.links.peek(cacheKeyOf(proof), () => this.load(proof, 'refresh'))
    return cachedLink && !this.isExpired(cachedLink) ? cachedLink : undefined
  }

  private load({ token, grant }: Proof, network: string): Promise<OpenLink> {
    return this.limiter.run(network, () => this.rpc.call(sharing.openLink, { token, grant }, anonymous))
  }

  private isExpired({ expiresAt }: OpenLink): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.clock.now().getTime()
  }
}

const cacheKeyOf = ({ token, grant = '' }: Proof): string => `${token}\n${grant}`
