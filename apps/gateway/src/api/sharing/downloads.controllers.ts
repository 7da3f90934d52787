import { type Asked, routes } from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { contentDisposition } from '../../http/file-names.ts'
import { sendBody, sendText } from '../../http/send-body.ts'
import { type Manifest, Manifests, whole } from '../../media/visitors/manifests.ts'
import { downloadSize, VisitorDownloads } from '../../media/visitors/visitor-downloads.ts'
import { zipBody } from '../../media/zip/zip-body.ts'
import { checksums, manifestJson, presentDownloads, presentPrepared } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkAddresses } from '../../visitors/link-resolver.ts'
import { Visits } from '../../visitors/visits.ts'
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
