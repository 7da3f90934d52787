import { anonymous, type RouteInput, cards, errors, type Input, type LinkCard, routes } from '@daymark/contracts'
import { parseIdOrThrow, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { createHash } from 'node:crypto'
import { Caches } from '../../cache/caches.ts'
import { StudioBrands } from '../../custom-domains/studio-brands.ts'
import { FileSender } from '../../media/file-sender.ts'
import { mediaIdOf, WatermarkedFileLocator } from '../../media/visitors/watermarked.ts'
import { LinkCards } from '../../pages/link-cards.ts'
import { PublicStudioPages } from '../../pages/studio-pages.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkResolver } from '../../visitors/link-resolver.ts'

/** The preview picture of a link in messengers. Every request checks access to the link; only the first request renders the picture. */
@Controller()
export class LinkCardController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly linkCards: LinkCards,
    private readonly files: FileSender,
    private readonly watermarked: WatermarkedFileLocator,
    private readonly caches: Caches,
  ) {}

  @Serves(routes.getLinkCard)
  async show(
    { query: { token } }: RouteInput<typeof routes.getLinkCard>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (typeof token !== 'string') throw errors.SHARE_UNAVAILABLE()
    const card = await this.linkCards.find(token, request)
    const { photoId, key, size } = await this.render(card)
    // The stored content of a key never changes, so the hash of the key identifies the content.
    const sha256 = createHash('sha256').update(key).digest('hex')
    const storedFile = { photoId, key, size, sha256, mimeType: 'image/jpeg', downloadName: 'gallery.jpg' }
    response.setHeader('X-Robots-Tag', 'noindex')
    await this.files.send(request, response, { file: storedFile, disposition: 'inline' })
  }

  /** rule 40: the preview picture of a link with a watermark has the watermark too. */
  private async render({ ownerId, picture, markedPicture }: LinkCard) {
    const cardPicture = markedPicture ?? picture
    if (!cardPicture) throw errors.PHOTO_NOT_FOUND()
    const { photoId, fileId, x, y } = cardPicture
    const cardInput = { ownerId, photoId: mediaIdOf({ photoId, fileId }), x, y }
    return {
      photoId,
      ...(markedPicture ? await this.watermarked.renderCard(cardInput) : await this.renderUnmarked(cardInput)),
    }
  }

  private async renderUnmarked(cardInput: Input<typeof cards.makeCard>) {
    const load = async () => ({ ...cardInput, file: await this.rpc.call(cards.makeCard, cardInput, anonymous) })
    return (await this.caches.cardFiles.get(JSON.stringify(cardInput), load)).file
  }
}

/** The logo of a studio in its galleries and emails. */
@Controller()
export class SharedLogoController {
  constructor(
    private readonly linkResolver: LinkResolver,
    private readonly brands: StudioBrands,
    private readonly files: FileSender,
    private readonly pages: PublicStudioPages,
  ) {}

  @Serves(routes.getSharedLogo)
  async show(
    { query: { token, studio } }: RouteInput<typeof routes.getSharedLogo>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ownerId =
      typeof studio === 'string'
        ? (await this.pages.find(studio, request)).ownerId
        : await this.linkResolver.ownerOf(typeof token === 'string' ? token : '', request)
    await this.send(ownerId, request, response)
  }

  @Serves(routes.getStudioLogo)
  async showInMail(
    { params: { id } }: RouteInput<typeof routes.getStudioLogo>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(parseIdOrThrow(errors.BRAND_LOGO_NOT_FOUND, id), request, response, 'cross-origin')
  }

  private async send(
    ownerId: string,
    request: Request,
    response: Response,
    resourcePolicy = 'same-origin',
  ): Promise<void> {
    const logo = (await this.brands.find(ownerId))?.logo
    if (!logo) throw errors.BRAND_LOGO_NOT_FOUND()
    const storedFile = { ...logo, photoId: '', mimeType: 'image/png', downloadName: 'logo.png' }
    response.setHeader('X-Robots-Tag', 'noindex')
    // Email programs load the logo from another origin.
    const headers = { 'Cross-Origin-Resource-Policy': resourcePolicy }
    await this.files.send(request, response, { file: storedFile, disposition: 'inline', headers })
  }
}
