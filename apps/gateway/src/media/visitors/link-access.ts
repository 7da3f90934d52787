import { anonymous, type Output, sharing } from '@daymark/contracts'
import { Clock, ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'

export type Proof = { token: string; grant?: string | undefined }
export type OpenLink = Output<typeof sharing.openLink>

/** Concurrent calls, and how many more may wait. Networks of visitors take turns. */
const CALLS = { width: 6, waiting: 2000 }

/**
 * First step of a visitor's picture: checks access to the link. Sharing decides once for all pictures. The decision contains the version
 * of the gallery, by which its content is cached.
 */
@Injectable()
export class LinkAccess {
  private readonly gate = new ConcurrencyLimiter(CALLS.width, CALLS.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  /** Throws SHARE_UNAVAILABLE, SHARE_GONE or PASSWORD_REQUIRED if the visitor has no access. `network` is that of the visitor. */
  async enter(proof: Proof, network: string): Promise<OpenLink> {
    const known = this.caches.links.peek(keyOf(proof))
    if (known && this.isExpired(known)) this.caches.invalidate([tag.link(known.linkId)])
    return this.caches.links.get(keyOf(proof), () => this.load(proof, network))
  }

  /** Without waiting, if it is cached. */
  peek(proof: Proof): OpenLink | undefined {
    const known = this.caches.links.peek(keyOf(proof), () => this.load(proof, 'refresh'))
    return known && !this.isExpired(known) ? known : undefined
  }

  private load({ token, grant }: Proof, network: string): Promise<OpenLink> {
    return this.gate.run(network, () => this.rpc.call(sharing.openLink, { token, grant }, anonymous))
  }

  private isExpired({ expiresAt }: OpenLink): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.clock.now().getTime()
  }
}

const keyOf = ({ token, grant = '' }: Proof): string => `${token}\n${grant}`
