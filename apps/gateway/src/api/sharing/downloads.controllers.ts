import { type RouteInput, routes } from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { contentDisposition } from '../../http/file-names.ts'
import { sendBody, sendText } from '../../http/send-body.ts'
import { type Manifest, assertComplete, ManifestBuilder } from '../../media/visitors/manifests.ts'
import { parseDownloadSize, VisitorDownloads } from '../../media/visitors/visitor-downloads.ts'
import { createZipBody } from '../../media/zip/zip-body.ts'
import { acceptsHtml } from '../../pages/plain-page.ts'
import {
  generateChecksums,
  generateManifestJson,
  presentDownloads,
  presentPreparedDownload,
} from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkResolver } from '../../visitors/link-resolver.ts'
import { Visits } from '../../visitors/visitors.ts'
import { sendPreparingPage } from './preparing-page.ts'
import { NOINDEX_HEADERS } from '../../edge/security-headers.ts'

/** If preparing the archive takes longer than this, a browser receives a progress page. */
const PROGRESS_PAGE_AFTER_MS = 3000

/** Downloads of a gallery, and checksums of their files. */
@Controller()
export class DownloadsController {
  constructor(
    private readonly storage: Storage,
    private readonly downloads: VisitorDownloads,
    private readonly linkResolver: LinkResolver,
    private readonly manifests: ManifestBuilder,
    private readonly visits: Visits,
  ) {}

  @Serves(routes.downloadGallery)
  async download(
    { params, query: { size, photos } }: RouteInput<typeof routes.downloadGallery>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = await this.linkResolver.resolveToken(params.token, request)
    const requestedFiles = { size: parseDownloadSize(size), selection: photos }
    try {
      const waitMs = acceptsHtml(request) ? PROGRESS_PAGE_AFTER_MS : undefined
      const archive = await this.downloads.begin({ token, actor, request, response }, requestedFiles, waitMs)
      await sendBody(request, response, createZipBody(archive, this.storage))
    } catch (error) {
      if (!sendPreparingPage(error, token, request, response)) throw error
    }
  }

  @Serves(routes.getDownloads)
  async getRemaining(
    { params }: RouteInput<typeof routes.getDownloads>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.linkResolver.resolveToken(params.token, request)
    return presentDownloads(await this.downloads.getRemaining({ token, actor, request, response }))
  }

  @Serves(routes.prepareDownload)
  async prepare(
    { params, body: { size, image_ids: photoIds } }: RouteInput<typeof routes.prepareDownload>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.linkResolver.resolveToken(params.token, request)
    const visitorRequest = { token, actor, request, response }
    const { archive, ready, sendable } = await this.downloads.prepare(visitorRequest, { size, photoIds })
    const zipBytes = sendable && createZipBody(sendable, this.storage).size
    return presentPreparedDownload(token, archive, { ready, bytes: zipBytes })
  }

  @Serves(routes.getGalleryManifest)
  async getManifest(
    input: RouteInput<typeof routes.getGalleryManifest>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = await this.loadManifest(input, request, response)
    const jsonPieces = generateManifestJson(manifest)
    await sendText(request, response, {
      type: 'application/json',
      source: manifest,
      pieces: jsonPieces,
      headers: NOINDEX_HEADERS,
    })
  }

  @Serves(routes.getGalleryChecksums)
  async getChecksums(
    input: RouteInput<typeof routes.getGalleryChecksums>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = assertComplete(await this.loadManifest(input, request, response))
    const headers = { ...NOINDEX_HEADERS, 'Content-Disposition': contentDisposition('attachment', 'SHA256SUMS') }
    await sendText(request, response, {
      type: 'text/plain',
      source: manifest,
      pieces: generateChecksums(manifest),
      headers,
    })
  }

  private async loadManifest(
    { params, query: { size } }: RouteInput<typeof routes.getGalleryManifest>,
    request: Request,
    response: Response,
  ): Promise<Manifest> {
    const token = await this.linkResolver.resolveToken(params.token, request)
    const visitorId = this.visits.visitorIdOf(token, request, response)
    const proof = this.visits.proofOf(token, request)
    return this.manifests.forVisitor({ ...proof, size: parseDownloadSize(size), visitorId })
  }
}
