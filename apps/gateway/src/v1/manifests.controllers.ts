import { type RouteInput, library, v1 } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertMatch, computeEntityTag, isNotModified } from '../http/entity-tags.ts'
import { sendText } from '../http/send-body.ts'
import { assertComplete, ManifestBuilder } from '../media/visitors/manifests.ts'
import { generateV1ManifestJson } from '../presenters/share.ts'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { generateManifestJson, generateManifestLines, JSON_LINES } from './presenters.ts'
import { V1Presenter, type Viewer } from './responses.ts'

/**
 * Number of images per page. Pages of 500 images are too large for the young generation of the garbage collector: a manifest of 100,000
 * images then leaves 100 MB of garbage, but only 15 to 25 MB with pages of 100 images.
 */
const PAGE_SIZE = 100

/** Manifests of albums, and checksums of the files that visitors of a link download. */
@Controller()
export class V1ManifestController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly presenter: V1Presenter,
    private readonly clock: Clock,
    private readonly manifests: ManifestBuilder,
  ) {}

  /** Each page of the album is loaded when the client has read the previous one. */
  @Serves(v1.getManifest)
  async getManifest(
    { params: { id } }: RouteInput<typeof v1.getManifest>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const site = this.presenter.siteOf(request)
    const type = request.accepts(['application/json', JSON_LINES]) === JSON_LINES ? JSON_LINES : 'application/json'
    const { version, album } = await this.loadAlbum(id, { request, actor })
    // A tag of the state of the library, because `generated_at` differs in every response.
    const etag = computeEntityTag(JSON.stringify([version, album, site, type]))
    assertMatch(request.headers['if-match'], `W/${etag}`)
    response.setHeader('ETag', `W/${etag}`)
    response.vary('Accept')
    if (isNotModified(request.headers['if-none-match'], etag)) return void response.status(304).end()
    const loadPage = (after?: string) => this.rpc.call(library.listManifest, { id, limit: PAGE_SIZE, after }, actor)
    const manifestSource = {
      head: { album, generated_at: this.clock.now().toISOString() },
      site,
      firstPage: await loadPage(),
      loadNext: loadPage,
    }
    response.setHeader('Content-Type', `${type}; charset=utf-8`)
    if (request.method === 'HEAD') return void response.end()
    await pipeline(
      Readable.from((type === JSON_LINES ? generateManifestLines : generateManifestJson)(manifestSource)),
      response,
    )
  }

  @Serves(v1.getShareManifest)
  async getShareManifest(
    { params: { id: linkId }, query: { size } }: RouteInput<typeof v1.getShareManifest>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = assertComplete(await this.manifests.forOwner({ linkId, size }, actor))
    await sendText(request, response, {
      type: 'application/json',
      source: manifest,
      pieces: generateV1ManifestJson(manifest),
    })
  }

  private async loadAlbum(id: string, viewer: Viewer) {
    // The version is requested before the album, so that the content is never older than its entity tag.
    const { version } = await this.rpc.call(library.getAlbumVersion, { id }, viewer.actor)
    const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, viewer.actor)
    return { version, album: await this.presenter.toAlbum(album, viewer) }
  }
}
