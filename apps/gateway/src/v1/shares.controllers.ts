import { type Actor, type RouteInput, presets, sharing, type StudioPage, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LinkPresets, readLinkSettings, ShareLinks, withOwnerTimeZone } from '../api/sharing/share-links.ts'
import { Preflights } from '../api/sharing/preflights.ts'
import { LibraryResponses } from './responses.ts'
import { PublicUrls } from '../custom-domains/custom-domains.ts'
import { OwnStudioPage, PublicStudioPages } from '../pages/studio-pages.ts'
import { completionMessage, presentPreset } from '../presenters/share.ts'
import { Serves, successBody } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { presentShare, presentStudioPage } from './presenters.ts'

/** Share links. Responses are not cached, because they contain URLs that open galleries. */
@Controller()
export class V1SharesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: ShareLinks,
    private readonly responses: LibraryResponses,
    private readonly urls: PublicUrls,
    private readonly presets: LinkPresets,
  ) {}

  @Serves(v1.listShares)
  @Header('Cache-Control', 'no-store')
  async list(
    { query: { album_id: albumId, limit, offset } }: RouteInput<typeof v1.listShares>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const [{ links, total }, site] = await Promise.all([
      this.rpc.call(sharing.listLinkPage, { albumId: albumId || undefined, limit, offset }, actor),
      this.urls.forOwner(actor.userId, request),
    ])
    const shares = links.map(link => presentShare(link, site))
    return this.responses.send({ request, response }, { shares, total, limit, offset })
  }

  @Serves(v1.createShare)
  async create({ body }: RouteInput<typeof v1.createShare>, { actor }: Caller, @Req() request: Request) {
    const explicitSettings = readLinkSettings('v1', await withOwnerTimeZone(this.rpc, body, actor))
    const { settings: presetSettings, leftOut } = await this.presets.apply(body.preset_id, explicitSettings, actor)
    const link = await this.links.createForAlbum(
      body.album_id,
      await this.links.withWatermarkRevision(presetSettings, actor),
      actor,
    )
    const share = presentShare(link, await this.urls.forOwner(actor.userId, request))
    return leftOut.length === 0 ? share : { ...share, left_out: leftOut }
  }

  @Serves(v1.getShare)
  @Header('Cache-Control', 'no-store')
  async get(
    { params: { id } }: RouteInput<typeof v1.getShare>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const link = await this.rpc.call(sharing.getLink, { id }, actor)
    return this.responses.send(
      { request, response },
      presentShare(link, await this.urls.forOwner(actor.userId, request)),
    )
  }

  @Serves(v1.updateShare)
  async update(
    { params: { id }, body }: RouteInput<typeof v1.updateShare>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const settings = readLinkSettings('v1', await withOwnerTimeZone(this.rpc, body, actor))
    const link = await this.links.update(id, settings, actor)
    return presentShare(link, await this.urls.forOwner(actor.userId, request))
  }

  @Serves(v1.completeShare)
  async complete({ params: { id } }: RouteInput<typeof v1.completeShare>, { actor }: Caller) {
    const { notified } = await this.links.complete(id, actor)
    return { ...successBody(completionMessage(notified)), notified }
  }

  @Serves(v1.revokeShare)
  async revoke({ params: { id } }: RouteInput<typeof v1.revokeShare>, { actor }: Caller) {
    await this.links.revoke(id, actor)
    return successBody('The share was revoked.')
  }

  @Serves(v1.deleteShare)
  async remove({ params: { id } }: RouteInput<typeof v1.deleteShare>, { actor }: Caller) {
    await this.links.remove(id, actor)
    return successBody('The share was deleted.')
  }
}

/** Presets for new links, and the check of a link before it is sent. */
@Controller()
export class V1PresetsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly responses: LibraryResponses,
    private readonly preflights: Preflights,
  ) {}

  @Serves(v1.listPresets)
  @Header('Cache-Control', 'no-store')
  async list(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response) {
    const list = await this.rpc.call(presets.listPresets, {}, actor)
    return this.responses.send({ request, response }, { presets: list.map(presentPreset) })
  }

  @Serves(v1.checkShare)
  @Header('Cache-Control', 'no-store')
  async check(
    { params: { id } }: RouteInput<typeof v1.checkShare>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { findings, ...report } = await this.preflights.checkLink(id, actor)
    return this.responses.send(
      { request, response },
      { ...report, findings: findings.map(({ images: _, ...finding }) => finding) },
    )
  }
}

@Controller()
export class V1StudioPageController {
  constructor(
    private readonly ownStudioPage: OwnStudioPage,
    private readonly pages: PublicStudioPages,
  ) {}

  @Serves(v1.getStudioPage)
  @Header('Cache-Control', 'no-store')
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.present(await this.ownStudioPage.get(actor), actor, request)
  }

  @Serves(v1.updateStudioPage)
  async update({ body }: RouteInput<typeof v1.updateStudioPage>, { actor }: Caller, @Req() request: Request) {
    return this.present(await this.ownStudioPage.update(body, actor), actor, request)
  }

  private async present(page: StudioPage, { userId: ownerId }: Actor, request: Request) {
    return presentStudioPage(page, await this.pages.urlOf({ ...page, ownerId }, request))
  }
}
