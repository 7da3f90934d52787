import { anonymous, type LinkCard, sharing } from '@daymark/contracts'
import { Gate, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { ShortCache } from '../kept/short-cache.ts'
import { LinkAddresses } from '../link-addresses.ts'
import { Watermarked } from '../media/visitors/watermarked.ts'

/** rule 33: dead within a second, also when the event is lost. */
const CARD_MS = 400
const MAX_CARDS = 5000
/** Questions at once, and how many more wait; each network has its turn. */
const ASKING = { width: 4, waiting: 500 }

/** `picture`: what may be shown; `mark`: the version of the mark that it bears. */
export type ShownCard = Omit<LinkCard, 'markedPicture'> & { mark?: string }

/** What links show of themselves where they are pasted, remembered for a moment and dropped by event. */
@Injectable()
export class LinkCards {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly cards = new ShortCache<LinkCard>({
    ttlMs: CARD_MS,
    max: MAX_CARDS,
    groups: card => [card.linkId],
  })

  constructor(
    private readonly rpc: RpcClient,
    private readonly addresses: LinkAddresses,
    private readonly watermarked: Watermarked,
  ) {}

  /** By token or readable address. Errors as sharing.getCard: a link that is locked or over has none. */
  async of(address: string, request: Pick<Request, 'ip'>): Promise<LinkCard> {
    const network = networkOf(request.ip ?? '')
    const token = await this.addresses.token(address, request)
    const ask = () => this.rpc.call(sharing.getCard, { token }, anonymous)
    return this.cards.get(token, () => this.gate.pass(network, ask))
  }

  /** For a page: with the picture that its own address will answer, or without where there can be none. */
  async shown(address: string, request: Pick<Request, 'ip'>): Promise<ShownCard> {
    const { markedPicture, ...card } = await this.of(address, request)
    if (!markedPicture) return card
    const mark = await this.watermarked.version(card.ownerId).catch(() => undefined)
    return mark === undefined ? card : { ...card, picture: markedPicture, mark }
  }

  dropLink(linkId: string): void {
    this.cards.drop(linkId)
  }
}
