import { anonymous, type LinkCard, sharing } from '@daymark/contracts'
import { Gate, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { Caches } from '../cache/caches.ts'
import { LinkAddresses } from '../visitors/link-resolver.ts'
import { Watermarked } from '../media/visitors/watermarked.ts'

/** Calls at once, and how many more wait; networks take turns. */
const ASKING = { width: 4, waiting: 500 }

/** `picture`: what may be shown; `mark`: the version of the mark that it bears. */
export type ShownCard = Omit<LinkCard, 'markedPicture'> & { mark?: string }

/** What links show of themselves where they are pasted. */
@Injectable()
export class LinkCards {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly addresses: LinkAddresses,
    private readonly watermarked: Watermarked,
    private readonly caches: Caches,
  ) {}

  /** By token or readable address. Errors as sharing.getCard: a link that is locked or over has none. */
  async of(address: string, request: Pick<Request, 'ip'>): Promise<LinkCard> {
    const network = networkOf(request.ip ?? '')
    const token = await this.addresses.token(address, request)
    const load = () => this.rpc.call(sharing.getCard, { token }, anonymous)
    return this.caches.linkCards.get(token, () => this.gate.pass(network, load))
  }

  /** For a page: with the picture that its own address will answer, or without where there can be none. */
  async shown(address: string, request: Pick<Request, 'ip'>): Promise<ShownCard> {
    const { markedPicture, ...card } = await this.of(address, request)
    if (!markedPicture) return card
    const mark = await this.watermarked.version(card.ownerId).catch(() => undefined)
    return mark === undefined ? card : { ...card, picture: markedPicture, mark }
  }
}
