import { anonymous, type Output, sharing } from '@daymark/contracts'
import { Clock, Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'

export type Proof = { token: string; grant?: string | undefined }
export type OpenLink = Output<typeof sharing.openLink>

/** Calls at once, and how many more wait; the networks of visitors take turns. */
const CALLS = { width: 6, waiting: 2000 }

/**
 * First step of a visitor's picture: may this visitor open this link? Sharing decides once for all pictures. What the gallery shows is
 * cached by the version that the decision names.
 */
@Injectable()
export class LinkAccess {
  private readonly gate = new Gate(CALLS.width, CALLS.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  /** SHARE_UNAVAILABLE, SHARE_GONE or PASSWORD_REQUIRED where the visitor may not. `network`: the visitor's. */
  async enter(proof: Proof, network: string): Promise<OpenLink> {
    const known = this.caches.links.peek(keyOf(proof))
    if (known && this.isExpired(known)) this.caches.invalidate([tag.link(known.linkId)])
    return this.caches.links.get(keyOf(proof), () => this.load(proof, network))
  }

  /** Without waiting, where it is cached. */
  peek(proof: Proof): OpenLink | undefined {
    const known = this.caches.links.peek(keyOf(proof), () => this.load(proof, 'refresh'))
    return known && !this.isExpired(known) ? known : undefined
  }

  private load({ token, grant }: Proof, network: string): Promise<OpenLink> {
    return this.gate.pass(network, () => this.rpc.call(sharing.openLink, { token, grant }, anonymous))
  }

  private isExpired({ expiresAt }: OpenLink): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.clock.now().getTime()
  }
}

const keyOf = ({ token, grant = '' }: Proof): string => `${token}\n${grant}`
