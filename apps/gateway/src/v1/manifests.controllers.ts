import { type Asked, library, v1 } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertMatch, isNotModified } from '../http/entity-tags.ts'
import { sendText } from '../http/send-body.ts'
import { Manifests, whole } from '../media/visitors/manifests.ts'
import { v1ManifestJson } from '../presenters/share.ts'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { asJson, asLines, JSON_LINES, manifestTag } from './presenters/share.ts'
import { type For, Shown } from './v1-presenter.ts'

/** As texts a page of 500 is too large for the young generation: 100,000 images left 100 MB behind, and these leave 15 to 25. */
const PAGE = 100

/** Page by page, each asked for when the client has taken the one before. */
@Controller()
export class V1ManifestController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly shown: Shown,
    private readonly clock: Clock,
  ) {}

  @Serves(v1.getManifest)
  async get(
    { params: { id } }: Asked<typeof v1.getManifest>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const site = this.shown.at(request)
    const type = request.accepts(['application/json', JSON_LINES]) === JSON_LINES ? JSON_LINES : 'application/json'
    const { version, album } = await this.albumOf(id, { request, actor })
    const etag = manifestTag(version, album, site, type)
    assertMatch(request.headers['if-match'], `W/${etag}`)
    response.setHeader('ETag', `W/${etag}`)
    response.vary('Accept')
    if (isNotModified(request.headers['if-none-match'], etag)) return void response.status(304).end()
    const more = (after?: string) => this.rpc.call(library.listManifest, { id, limit: PAGE, after }, actor)
    const parts = { head: { album, generated_at: this.clock.now().toISOString() }, site, first: await more(), more }
    response.setHeader('Content-Type', `${type}; charset=utf-8`)
    if (request.method === 'HEAD') return void response.end()
    await pipeline(Readable.from((type === JSON_LINES ? asLines : asJson)(parts)), response)
  }

  private async albumOf(id: string, asking: For) {
    // asked first, so that nothing newer goes by its name
    const { version } = await this.rpc.call(library.getAlbumVersion, { id }, asking.actor)
    const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, asking.actor)
    return { version, album: await this.shown.album(album, asking) }
  }
}

/** What visitors of a link download, for programs. */
@Controller()
export class V1ShareManifestController {
  constructor(private readonly manifests: Manifests) {}

  @Serves(v1.getShareManifest)
  async get(
    { params: { id: linkId }, query: { size } }: Asked<typeof v1.getShareManifest>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = whole(await this.manifests.ofOwner({ linkId, size }, actor))
    await sendText(request, response, { type: 'application/json', of: manifest, pieces: v1ManifestJson(manifest) })
  }
}
