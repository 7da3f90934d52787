import { createHash } from 'node:crypto'
import { anonymous, type Asked, cards, errors, type Input, type LinkCard, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { FileSender } from '../../media/file-sender.ts'
import { mediaIdOf, Watermarked } from '../../media/visitors/watermarked.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkCards } from '../../share-page/link-cards.ts'

/** The picture of a link's card. The link is asked every time; the picture is made when it is first wanted. */
@Controller()
export class LinkCardController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: LinkCards,
    private readonly files: FileSender,
    private readonly watermarked: Watermarked,
    private readonly caches: Caches,
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
    await this.files.send(request, response, { found, how: 'inline' })
  }

  /** rule 40: of a watermarked link the marked one or none. */
  private async made({ ownerId, picture, markedPicture }: LinkCard) {
    const shown = markedPicture ?? picture
    if (!shown) throw errors.PHOTO_NOT_FOUND()
    const { photoId, fileId, x, y } = shown
    const wanted = { ownerId, photoId: mediaIdOf({ photoId, fileId }), x, y }
    return { photoId, ...(markedPicture ? await this.watermarked.card(wanted) : await this.plain(wanted)) }
  }

  private async plain(wanted: Input<typeof cards.makeCard>) {
    const load = async () => ({ ...wanted, file: await this.rpc.call(cards.makeCard, wanted, anonymous) })
    return (await this.caches.cardFiles.get(JSON.stringify(wanted), load)).file
  }
}
