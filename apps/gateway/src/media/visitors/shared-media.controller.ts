import { type Asked, errors, routes, SCALED_SIZES } from '@daymark/contracts'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkResolver } from '../../visitors/link-resolver.ts'
import { FileSender } from '../file-sender.ts'
import { stemOfJpeg, variantSize } from '../variant-locations.ts'
import { VisitorDownloads } from './visitor-downloads.ts'
import { VisitorPictures } from './visitor-pictures.ts'

const NOINDEX = { 'X-Robots-Tag': 'noindex' }

/** Single photos of a link, to show or to download. */
@Controller()
export class SharedMediaController {
  constructor(
    private readonly files: FileSender,
    private readonly visitors: VisitorPictures,
    private readonly downloads: VisitorDownloads,
    private readonly linkResolver: LinkResolver,
  ) {}

  /** A download of a gallery size (sm, md, lg) returns the largest size that the link offers. */
  @Serves(routes.getSharedPhoto)
  async shared(
    { params: { size, file }, query: { token: address, download } }: Asked<typeof routes.getSharedPhoto>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (typeof address !== 'string' || address === '') throw errors.SHARE_UNAVAILABLE()
    const token = await this.linkResolver.token(address, request)
    const name = stemOfJpeg(file)
    const scaled = SCALED_SIZES.find(known => known === size)
    const displaySize = scaled ? undefined : variantSize(size)
    if (displaySize && download !== '1') {
      const found = await this.visitors.find({ token, size: displaySize, name }, request, response)
      return this.files.send(request, response, { found, how: 'inline', headers: NOINDEX })
    }
    const found = await this.downloads.one({ token, actor, request, response }, { size: scaled, name })
    return this.files.send(request, response, { found, how: 'attachment', headers: NOINDEX })
  }
}
