import { anonymous, type Asked, cards, errors, type Input, type LinkCard, routes } from '@daymark/contracts'
import { idOr, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { createHash } from 'node:crypto'
import { Caches } from '../../cache/caches.ts'
import { ShownBrands } from '../../custom-domains/studio-brands.ts'
import { FileSender } from '../../media/file-sender.ts'
import { mediaIdOf, Watermarked } from '../../media/visitors/watermarked.ts'
import { LinkCards } from '../../pages/link-cards.ts'
import { StudioPages } from '../../pages/studio-pages.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkAddresses } from '../../visitors/link-resolver.ts'

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

/** The logo of a studio, for its clients: visitors of its galleries, and whoever reads a mail of it. */
@Controller()
export class SharedLogoController {
  constructor(
    private readonly addresses: LinkAddresses,
    private readonly brands: ShownBrands,
    private readonly files: FileSender,
    private readonly pages: StudioPages,
  ) {}

  @Serves(routes.getSharedLogo)
  async show(
    { query: { token, studio } }: Asked<typeof routes.getSharedLogo>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ownerId =
      typeof studio === 'string'
        ? (await this.pages.find(studio, request)).ownerId
        : await this.addresses.ownerOf(typeof token === 'string' ? token : '', request)
    await this.send(ownerId, request, response)
  }

  @Serves(routes.getStudioLogo)
  async showInMail(
    { params: { id } }: Asked<typeof routes.getStudioLogo>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(idOr(errors.BRAND_LOGO_NOT_FOUND, id), request, response, 'cross-origin')
  }

  private async send(ownerId: string, request: Request, response: Response, shownAt = 'same-origin'): Promise<void> {
    const logo = (await this.brands.of(ownerId))?.logo
    if (!logo) throw errors.BRAND_LOGO_NOT_FOUND()
    const found = { ...logo, photoId: '', mimeType: 'image/png', downloadName: 'logo.png' }
    response.setHeader('X-Robots-Tag', 'noindex')
    // Mail programs show the logo at other addresses.
    const headers = { 'Cross-Origin-Resource-Policy': shownAt }
    await this.files.send(request, response, { found, how: 'inline', headers })
  }
}
