import { anonymous, type LinkCard, sharing } from '@daymark/contracts'
import { ConcurrencyLimiter, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { Caches } from '../cache/caches.ts'
import { LinkResolver } from '../visitors/link-resolver.ts'
import { WatermarkedFileLocator } from '../media/visitors/watermarked.ts'

/** A card whose `picture` may be shown publicly. */
export type PublicCard = Omit<LinkCard, 'markedPicture'> & { watermarkVersion?: string }

/** Previews of links in chats and social networks. */
@Injectable()
export class LinkCards {
  private readonly limiter = new ConcurrencyLimiter(4, 500)

  constructor(
    private readonly rpc: RpcClient,
    private readonly linkResolver: LinkResolver,
    private readonly watermarked: WatermarkedFileLocator,
    private readonly caches: Caches,
  ) {}

  /** The card of a link, by its token or name. Rejects if the link is locked, ended or unknown. */
  async find(linkAddress: string, request: Pick<Request, 'ip'>): Promise<LinkCard> {
    const network = networkOf(request.ip ?? '')
    const token = await this.linkResolver.resolveToken(linkAddress, request)
    const load = () => this.rpc.call(sharing.getCard, { token }, anonymous)
    return this.caches.linkCards.get(token, () => this.limiter.run(network, load))
  }

  /** The card for a page, with the picture that visitors may see, if there is one. */
  async forPage(linkAddress: string, request: Pick<Request, 'ip'>): Promise<PublicCard> {
    const { markedPicture, ...card } = await this.find(linkAddress, request)
    if (!markedPicture) return card
    const watermarkVersion = await this.watermarked.getVersion(card.ownerId).catch(() => undefined)
    return watermarkVersion === undefined ? card : { ...card, picture: markedPicture, watermarkVersion }
  }
}
