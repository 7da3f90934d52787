import { type Asked, errors, routes, SCALED_SIZES } from '@daymark/contracts'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { mediaBody, type Sending } from '../media-body.ts'
import { stemOfJpeg, variantSize } from '../media-names.ts'
import { Pictures } from '../pictures.ts'
import { sendBody } from '../send-body.ts'
import { VisitorDownloads } from './visitor-downloads.ts'
import { VisitorPictures } from './visitor-pictures.ts'

/** Single photos of a link: to look at, or to keep. */
@Controller()
export class SharedMediaController {
  constructor(
    private readonly pictures: Pictures,
    private readonly visitors: VisitorPictures,
    private readonly downloads: VisitorDownloads,
    private readonly addresses: LinkAddresses,
  ) {}

  /** A size that is shown stands, where it is downloaded, for the largest that is offered. */
  @Serves(routes.getSharedPhoto)
  async shared(
    { params: { size, file }, query: { token: address, download } }: Asked<typeof routes.getSharedPhoto>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (typeof address !== 'string' || address === '') throw errors.SHARE_UNAVAILABLE()
    const token = await this.addresses.token(address, request)
    const name = stemOfJpeg(file)
    const scaled = SCALED_SIZES.find(known => known === size)
    const shown = scaled ? undefined : variantSize(size)
    const sending: Sending =
      shown && download !== '1'
        ? {
            found: await this.visitors.find({ token, size: shown, name }, request, response),
            how: 'inline',
          }
        : {
            found: await this.downloads.one({ token, actor, request, response }, { size: scaled, name }),
            how: 'attachment',
          }
    response.setHeader('X-Robots-Tag', 'noindex')
    await sendBody(request, response, mediaBody(this.pictures, sending))
  }
}
