import { type Asked, errors, routes } from '@daymark/contracts'
import { idOr } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { ShownBrands } from '../../hosts/shown-brands.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { FileSender } from '../../media/file-sender.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { StudioPages } from '../../studio-pages/studio-pages.ts'

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
