import { type Asked, routes } from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LinkAddresses } from '../../link-addresses.ts'
import { sendBody } from '../../media/send-body.ts'
import { downloadSize, VisitorDownloads } from '../../media/visitors/visitor-downloads.ts'
import { zipBody } from '../../media/zip-body.ts'
import { presentDownloads, presentPrepared } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { isPage, showPreparing } from './preparing-page.ts'

/** A browser shows nothing for so long, and then how far it is. */
const PAGE_MS = 3000

/** What a visitor takes along of a gallery. */
@Controller()
export class ArchiveController {
  constructor(
    private readonly storage: Storage,
    private readonly downloads: VisitorDownloads,
    private readonly addresses: LinkAddresses,
  ) {}

  @Serves(routes.downloadGallery)
  async download(
    { params, query: { size, photos } }: Asked<typeof routes.downloadGallery>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = await this.addresses.token(params.token, request)
    const wanted = { size: downloadSize(size), selection: photos }
    try {
      const waitMs = isPage(request) ? PAGE_MS : undefined
      const archive = await this.downloads.begin({ token, actor, request, response }, wanted, waitMs)
      await sendBody(request, response, zipBody(archive, this.storage))
    } catch (error) {
      if (!showPreparing(error, token, request, response)) throw error
    }
  }

  @Serves(routes.getDownloads)
  async look(
    { params }: Asked<typeof routes.getDownloads>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.addresses.token(params.token, request)
    return presentDownloads(await this.downloads.look({ token, actor, request, response }))
  }

  @Serves(routes.prepareDownload)
  async prepare(
    { params, body: { size, image_ids: photoIds } }: Asked<typeof routes.prepareDownload>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.addresses.token(params.token, request)
    const visitor = { token, actor, request, response }
    const { archive, ready, sendable } = await this.downloads.prepare(visitor, { size, photoIds })
    const bytes = sendable && zipBody(sendable, this.storage).size
    return presentPrepared(token, archive, { ready, bytes })
  }
}
