import {
  type Actor,
  anonymous,
  library,
  type Located,
  type Output,
  sharing,
  type VariantSize,
} from '@daymark/contracts'
import { Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LinkCards } from '../share-page/link-cards.ts'
import { ShortCache } from '../short-cache.ts'

export type OwnRequest = { size: VariantSize | 'original' | 'full'; name: string }
export type VisitorRequest = { token: string; grant?: string; size: VariantSize; name: string; download: boolean }
type Seen = Located & { ownerId: string }
type Shared = Output<typeof sharing.locatePublic>

/** How long a lost event could keep a deleted photo reachable. */
const OWN_MS = 5000
/** rule 33: a link that ends is dead within a second, also when its event is lost. */
const SHARED_MS = 400
const MAX_ENTRIES = 20_000
/** Questions at once, and how many more wait; each user and each address of a visitor has its turn. */
const ASKING = { width: 6, waiting: 2000 }

/** May this caller have this file, and where does it lie? Asked of library or sharing, remembered for a moment, dropped by event. */
@Injectable()
export class MediaAccess {
  private readonly rpc: RpcClient
  private readonly cards: LinkCards
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly own = new ShortCache<Seen>({
    ttlMs: OWN_MS,
    max: MAX_ENTRIES,
    groups: found => [`photo:${found.photoId}`, `owner:${found.ownerId}`],
  })
  private readonly shared = new ShortCache<Shared>({
    ttlMs: SHARED_MS,
    max: MAX_ENTRIES,
    groups: found => [`photo:${found.photoId}`, `link:${found.linkId}`],
  })

  constructor(rpc: RpcClient, cards: LinkCards) {
    this.rpc = rpc
    this.cards = cards
  }

  locateOwn(actor: Actor, wanted: OwnRequest): Promise<Located> {
    const ask = async () => ({ ...(await this.rpc.call(library.locatePhoto, wanted, actor)), ownerId: actor.userId })
    const inTurn = () => this.gate.pass(actor.userId, ask)
    return this.own.get(`${actor.userId}/${wanted.size}/${wanted.name}`, inTurn)
  }

  /** Without waiting, where it is remembered. */
  peekOwn(actor: Actor, wanted: OwnRequest): Located | undefined {
    return this.own.peek(`${actor.userId}/${wanted.size}/${wanted.name}`)
  }

  /** `network`: the visitor's. */
  locateShared(wanted: VisitorRequest, network: string): Promise<Shared> {
    const key = JSON.stringify([wanted.token, wanted.grant, wanted.size, wanted.name, wanted.download])
    const ask = () => this.rpc.call(sharing.locatePublic, wanted, anonymous)
    return this.shared.get(key, () => this.gate.pass(network, ask))
  }

  dropPhoto(photoId: string): void {
    this.own.drop(`photo:${photoId}`)
    this.shared.drop(`photo:${photoId}`)
  }
  dropOwner(ownerId: string): void {
    this.own.drop(`owner:${ownerId}`)
  }
  dropLink(linkId: string): void {
    this.shared.drop(`link:${linkId}`)
    this.cards.dropLink(linkId)
  }
}
