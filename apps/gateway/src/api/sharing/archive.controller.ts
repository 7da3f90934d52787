import { type Asked, routes } from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LinkAddresses } from '../../link-addresses.ts'
import { Archives } from '../../media/visitors/archives.ts'
import { LiveDownloads } from '../../media/live-downloads.ts'
import { sendBody } from '../../media/send-body.ts'
import { zipBody } from '../../media/zip-body.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { isPage, showPreparing } from './preparing-page.ts'

/** A browser shows nothing for so long, and then how far it is. */
const PAGE_MS = 3000

@Controller()
export class ArchiveController {
  private readonly archives: Archives
  private readonly storage: Storage
  private readonly cookies: Cookies
  private readonly downloads: LiveDownloads
  private readonly addresses: LinkAddresses

  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    archives: Archives,
    storage: Storage,
    cookies: Cookies,
    downloads: LiveDownloads,
    addresses: LinkAddresses,
  ) {
    this.archives = archives
    this.storage = storage
    this.cookies = cookies
    this.downloads = downloads
    this.addresses = addresses
  }

  @Serves(routes.downloadGallery)
  async download(
    { params }: Asked<typeof routes.downloadGallery>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = await this.addresses.token(params.token, request)
    const proof = { token, grant: this.cookies.read(request, grantCookie(token)) }
    const archive = await this.downloads.begin({
      response,
      ask: () => this.archives.list(proof),
      shows: (photoId, { files }) => files.some(file => file.photoId === photoId),
    })
    try {
      await sendBody(
        request,
        response,
        zipBody(await this.archives.sendable(archive, isPage(request) ? PAGE_MS : undefined), this.storage),
      )
    } catch (error) {
      if (!showPreparing(error, token, request, response)) throw error
    }
  }
}
