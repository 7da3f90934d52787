import { anonymous, type Output, sharing } from '@daymark/contracts'
import { Clock, ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'

export type Proof = { token: string; grant?: string | undefined }
export type OpenLink = Output<typeof sharing.openLink>

/** `width`: concurrent calls to the sharing service; `waiting`: calls that may queue. Client networks take turns. */
const CALL_LIMITS = { width: 6, waiting: 2000 }

/**
 * First step of a visitor's picture request: checks access to the link. The sharing service decides once for all pictures of a link. The
 * decision contains the version of the gallery, by which its content is cached.
 */
@Injectable()
export class LinkAccess {
  private readonly limiter = new ConcurrencyLimiter(CALL_LIMITS.width, CALL_LIMITS.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  /** Throws SHARE_UNAVAILABLE, SHARE_GONE or PASSWORD_REQUIRED if the visitor has no access. `network` is the visitor's network. */
  async enter(proof: Proof, network: string): Promise<OpenLink> {
    const cached = this.caches.links.peek(keyOf(proof))
    if (cached && this.isExpired(cached)) this.caches.invalidate([tag.link(cached.linkId)])
    return this.caches.links.get(keyOf(proof), () => this.load(proof, network))
  }

  /** The cached decision, without waiting; undefined if it is not cached or the link has expired. */
  peek(proof: Proof): OpenLink | undefined {
    const cached = this.caches.links.peek(keyOf(proof), () => this.load(proof, 'refresh'))
    return cached && !this.isExpired(cached) ? cached : undefined
  }

  private load({ token, grant }: Proof, network: string): Promise<OpenLink> {
    return this.limiter.run(network, () => this.rpc.call(sharing.openLink, { token, grant }, anonymous))
  }

  private isExpired({ expiresAt }: OpenLink): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.clock.now().getTime()
  }
}

const keyOf = ({ token, grant = '' }: Proof): string => `${token}\n${grant}`
