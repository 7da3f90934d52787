import { type Asked, routes } from '@daymark/contracts'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { contentDisposition } from '../../helpers/content-disposition.ts'
import { sendText } from '../../helpers/send-text.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { type Manifest, Manifests, whole } from '../../media/visitors/manifests.ts'
import { downloadSize } from '../../media/visitors/visitor-downloads.ts'
import { checksums, manifestJson } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Visits } from '../../visits.ts'

/** What visitors compare their copies with. */
@Controller()
export class ManifestController {
  constructor(
    private readonly manifests: Manifests,
    private readonly visits: Visits,
    private readonly addresses: LinkAddresses,
  ) {}

  @Serves(routes.getGalleryManifest)
  async manifest(
    asked: Asked<typeof routes.getGalleryManifest>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = await this.find(asked, request, response)
    const pieces = manifestJson(manifest)
    await sendText(request, response, { type: 'application/json', of: manifest, pieces, headers: UNLISTED })
  }

  @Serves(routes.getGalleryChecksums)
  async checksums(
    asked: Asked<typeof routes.getGalleryChecksums>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = whole(await this.find(asked, request, response))
    const headers = { ...UNLISTED, 'Content-Disposition': contentDisposition('attachment', 'SHA256SUMS') }
    await sendText(request, response, { type: 'text/plain', of: manifest, pieces: checksums(manifest), headers })
  }

  private async find(
    { params, query: { size } }: Asked<typeof routes.getGalleryManifest>,
    request: Request,
    response: Response,
  ): Promise<Manifest> {
    const token = await this.addresses.token(params.token, request)
    const visitorId = this.visits.visitorOf(token, request, response)
    const proof = this.visits.proofOf(token, request)
    return this.manifests.ofVisitor({ ...proof, size: downloadSize(size), visitorId })
  }
}

const UNLISTED = { 'X-Robots-Tag': 'noindex' }
