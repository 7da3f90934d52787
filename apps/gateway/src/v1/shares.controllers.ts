import { type Actor, type Asked, presets, sharing, type StudioPage, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { endOf, type LinkSettings, passwordOf, withOwnersZone } from '../api/sharing/link-settings.ts'
import { Preflights } from '../api/sharing/preflights.ts'
import { OwnLinks, PresetLinks } from '../api/sharing/share-links.ts'
import { LibraryResponses } from '../cache/library-responses.ts'
import { Site } from '../custom-domains/public-urls.ts'
import { OwnStudioPage, StudioPages } from '../pages/studio-pages.ts'
import { completedWords, presentPreset } from '../presenters/share.ts'
import { Serves, succeeded } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { presentShare, presentStudioPage } from './presenters/share.ts'

/** Each address opens its gallery: nobody on the way keeps them. */
@Controller()
export class V1SharesController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: OwnLinks,
    private readonly answers: LibraryResponses,
    private readonly site: Site,
    private readonly presets: PresetLinks,
  ) {}

  @Serves(v1.listShares)
  @Header('Cache-Control', 'no-store')
  async list(
    { query: { album_id: albumId, limit, offset } }: Asked<typeof v1.listShares>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const [{ links, total }, site] = await Promise.all([
      this.rpc.call(sharing.listLinkPage, { albumId: albumId || undefined, limit, offset }, actor),
      this.site.ofOwner(actor.userId, request),
    ])
    const shares = links.map(link => presentShare(link, site))
    return this.answers.send({ request, response }, { shares, total, limit, offset })
  }

  @Serves(v1.createShare)
  async create({ body }: Asked<typeof v1.createShare>, { actor }: Caller, @Req() request: Request) {
    const asked = settingsOf(await withOwnersZone(this.rpc, body, actor))
    const { settings: wanted, leftOut } = await this.presets.begin(body.preset_id, asked, actor)
    const link = await this.links.toAlbum(body.album_id, await this.links.ready(wanted, actor), actor)
    const share = presentShare(link, await this.site.ofOwner(actor.userId, request))
    return leftOut.length === 0 ? share : { ...share, left_out: leftOut }
  }

  @Serves(v1.getShare)
  @Header('Cache-Control', 'no-store')
  async get(
    { params: { id } }: Asked<typeof v1.getShare>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const link = await this.rpc.call(sharing.getLink, { id }, actor)
    return this.answers.send({ request, response }, presentShare(link, await this.site.ofOwner(actor.userId, request)))
  }

  @Serves(v1.updateShare)
  async update({ params: { id }, body }: Asked<typeof v1.updateShare>, { actor }: Caller, @Req() request: Request) {
    const settings = settingsOf(await withOwnersZone(this.rpc, body, actor))
    const link = await this.links.update(id, settings, actor)
    return presentShare(link, await this.site.ofOwner(actor.userId, request))
  }

  @Serves(v1.completeShare)
  async complete({ params: { id } }: Asked<typeof v1.completeShare>, { actor }: Caller) {
    const { notified } = await this.links.complete(id, actor)
    return { ...succeeded(completedWords(notified)), notified }
  }

  @Serves(v1.revokeShare)
  async revoke({ params: { id } }: Asked<typeof v1.revokeShare>, { actor }: Caller) {
    await this.links.revoke(id, actor)
    return succeeded('The share was revoked.')
  }

  @Serves(v1.deleteShare)
  async remove({ params: { id } }: Asked<typeof v1.deleteShare>, { actor }: Caller) {
    await this.links.remove(id, actor)
    return succeeded('The share was deleted.')
  }
}

const settingsOf = (body: Asked<typeof v1.updateShare>['body']): LinkSettings => ({
  expiresAt: endOf(body),
  allowDownloads: body.allow_download,
  watermark: body.watermark,
  password: passwordOf(body.password),
  firstLook: body.first_look,
})

/** What a program needs before it makes a link, and before it sends it to somebody. */
@Controller()
export class V1PresetsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: LibraryResponses,
    private readonly preflights: Preflights,
  ) {}

  @Serves(v1.listPresets)
  @Header('Cache-Control', 'no-store')
  async list(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response) {
    const list = await this.rpc.call(presets.listPresets, {}, actor)
    return this.answers.send({ request, response }, { presets: list.map(presentPreset) })
  }

  @Serves(v1.checkShare)
  @Header('Cache-Control', 'no-store')
  async check(
    { params: { id } }: Asked<typeof v1.checkShare>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { findings, ...report } = await this.preflights.ofLink(id, actor)
    return this.answers.send(
      { request, response },
      { ...report, findings: findings.map(({ images: _, ...one }) => one) },
    )
  }
}

@Controller()
export class V1StudioPageController {
  constructor(
    private readonly own: OwnStudioPage,
    private readonly pages: StudioPages,
  ) {}

  @Serves(v1.getStudioPage)
  @Header('Cache-Control', 'no-store')
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.shown(await this.own.get(actor), actor, request)
  }

  @Serves(v1.updateStudioPage)
  async update({ body }: Asked<typeof v1.updateStudioPage>, { actor }: Caller, @Req() request: Request) {
    return this.shown(await this.own.update(body, actor), actor, request)
  }

  private async shown(page: StudioPage, { userId: ownerId }: Actor, request: Request) {
    return presentStudioPage(page, await this.pages.address({ ...page, ownerId }, request))
  }
}
