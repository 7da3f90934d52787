import { createHash } from 'node:crypto'
import { anonymous, type Asked, cards, errors, type LinkCard, type Output, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { mediaBody } from '../../media/media-body.ts'
import { Pictures } from '../../media/pictures.ts'
import { sendBody } from '../../media/send-body.ts'
import { mediaIdOf, Watermarked } from '../../media/visitors/watermarked.ts'
import { ShortCache } from '../../kept/short-cache.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkCards } from '../../share-page/link-cards.ts'

type CardFile = Output<typeof cards.makeCard>

/** Hundreds of visitors may open a link at once: media draws the card once. rule 33: a link that ends is dead within a second. */
const FILE_MS = 400
const MAX_FILES = 5000

/** The picture of a link's card. The link is asked every time; the picture is made when it is first wanted. */
@Controller()
export class LinkCardController {
  private readonly files = new ShortCache<CardFile>({ ttlMs: FILE_MS, max: MAX_FILES, groups: () => [] })

  constructor(
    private readonly rpc: RpcClient,
    private readonly links: LinkCards,
    private readonly pictures: Pictures,
    private readonly watermarked: Watermarked,
  ) {}

  @Serves(routes.getLinkCard)
  async show(
    { query: { token } }: Asked<typeof routes.getLinkCard>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (typeof token !== 'string') throw errors.SHARE_UNAVAILABLE()
    const card = await this.links.of(token, request)
    const { photoId, key, size } = await this.made(card)
    // what lies under a key never changes
    const sha256 = createHash('sha256').update(key).digest('hex')
    const found = { photoId, key, size, sha256, mimeType: 'image/jpeg', downloadName: 'gallery.jpg' }
    response.setHeader('X-Robots-Tag', 'noindex')
    await sendBody(request, response, mediaBody(this.pictures, { found, how: 'inline' }))
  }

  /** rule 40: of a watermarked link the marked one or none. */
  private async made({ ownerId, picture, markedPicture }: LinkCard) {
    const shown = markedPicture ?? picture
    if (!shown) throw errors.PHOTO_NOT_FOUND()
    const { photoId, fileId, x, y } = shown
    const wanted = { ownerId, photoId: mediaIdOf({ photoId, fileId }), x, y }
    const ask = () => this.rpc.call(cards.makeCard, wanted, anonymous)
    const file = markedPicture ? await this.watermarked.card(wanted) : await this.files.get(JSON.stringify(wanted), ask)
    return { photoId, ...file }
  }
}
