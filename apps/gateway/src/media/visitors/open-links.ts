import { anonymous, type Output, sharing } from '@daymark/contracts'
import { Clock, Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { countLook } from '../../kept/cache-requests.ts'
import { ShortCache } from '../../kept/short-cache.ts'

export type Proof = { token: string; grant?: string | undefined }
export type OpenLink = Output<typeof sharing.openLink>

/** rule 33: a link that ends is dead within a second, also when its event is lost. */
const KEPT_MS = 400
/** Who goes on looking does not wait for the next decision: it is asked for before this one is over. */
const RENEWED_MS = 200
const MAX_DECISIONS = 20_000
/** Questions at once, and how many more wait; each address of a visitor has its turn. */
const ASKING = { width: 6, waiting: 2000 }

/**
 * May this visitor come in? Decided by sharing, once for everything that is looked at, remembered for a moment, dropped by event. What
 * lies where, and what the gallery shows, is kept elsewhere, under the version that a decision names.
 */
@Injectable()
export class OpenLinks {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly decisions = new ShortCache<OpenLink>({
    ttlMs: KEPT_MS,
    max: MAX_DECISIONS,
    groups: ({ linkId, ownerId }) => [`link:${linkId}`, `owner:${ownerId}`],
  })

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
  ) {}

  /** SHARE_UNAVAILABLE, SHARE_GONE or PASSWORD_REQUIRED where the visitor may not. `network`: the visitor's. */
  async enter(proof: Proof, network: string): Promise<OpenLink> {
    const kept = this.peek(proof)
    countLook('link', kept !== undefined)
    return kept ?? this.decisions.get(keyOf(proof), () => this.gate.pass(network, () => this.ask(proof)))
  }

  /** Without waiting, where it is decided. */
  peek(proof: Proof): OpenLink | undefined {
    const key = keyOf(proof)
    const link = this.decisions.peek(key)
    if (!link) return undefined
    if (link.expiresAt !== null && Date.parse(link.expiresAt) <= this.clock.now().getTime()) {
      this.drop(link.linkId)
      return undefined
    }
    this.decisions.renew(key, RENEWED_MS, () => this.gate.pass('renewal', () => this.ask(proof)))
    return link
  }

  drop(linkId: string): void {
    this.decisions.drop(`link:${linkId}`)
  }
  dropOwner(ownerId: string): void {
    this.decisions.drop(`owner:${ownerId}`)
  }

  private ask({ token, grant }: Proof): Promise<OpenLink> {
    return this.rpc.call(sharing.openLink, { token, grant }, anonymous)
  }
}

const keyOf = ({ token, grant = '' }: Proof): string => `${token}\n${grant}`
