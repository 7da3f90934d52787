import {
  type Actor,
  AppError,
  type RouteInput,
  library,
  linkFields,
  type LinkView,
  presets,
  readFields,
  routes,
  sharing,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { PublicUrls } from '../../custom-domains/custom-domains.ts'
import { presentPreset, presentSelection, presentShare, presentShareAnalytics } from '../../presenters/share.ts'
import { presentSharesOverview } from '../../presenters/shares-overview.ts'
import { parseTimeZone } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Preflights } from './preflights.ts'
import { type LinkSettings, readLinkSettings, ShareLinks, withOwnerTimeZone } from './share-links.ts'

type ShareSettingsBody = RouteInput<typeof routes.updateShare>['body']
type NewShareBody = RouteInput<typeof routes.createShare>['body']

/** Share links of an owner, and presets: settings for new links. */
@Controller()
export class SharesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: ShareLinks,
    private readonly urls: PublicUrls,
    private readonly preflights: Preflights,
  ) {}

  /** The response is not cached, because it contains URLs that open galleries. */
  @Serves(routes.listShares)
  @Header('Cache-Control', 'no-store')
  async list({ query }: RouteInput<typeof routes.listShares>, { actor }: Caller, @Req() request: Request) {
    const [links, site] = await Promise.all([
      this.rpc.call(sharing.listLinks, { albumId: query.album_id || undefined }, actor),
      this.urls.forOwner(actor.userId, request),
    ])
    return links.map(link => presentShare(link, site))
  }

  @Serves(routes.createShare)
  async create({ body }: RouteInput<typeof routes.createShare>, { actor }: Caller, @Req() request: Request) {
    const settings = toLinkSettings(await withOwnerTimeZone(this.rpc, body, actor))
    const link = await this.createLink(body, await this.links.withWatermarkRevision(settings, actor), actor)
    return this.present(link, actor, request)
  }

  @Serves(routes.getSelection)
  async getSelection({ params: { id } }: RouteInput<typeof routes.getSelection>, { actor }: Caller) {
    return presentSelection(await this.rpc.call(sharing.getSelection, { id }, actor))
  }

  @Serves(routes.getShare)
  @Header('Cache-Control', 'no-store')
  async get({ params: { id } }: RouteInput<typeof routes.getShare>, { actor }: Caller, @Req() request: Request) {
    return this.present(await this.rpc.call(sharing.getLink, { id }, actor), actor, request)
  }

  @Serves(routes.updateShare)
  async update(
    { params: { id }, body }: RouteInput<typeof routes.updateShare>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const settings = toLinkSettings(await withOwnerTimeZone(this.rpc, body, actor))
    return this.present(await this.links.update(id, settings, actor), actor, request)
  }

  @Serves(routes.revokeShare)
  async revoke({ params: { id } }: RouteInput<typeof routes.revokeShare>, { actor }: Caller, @Req() request: Request) {
    const link = await this.links.revoke(id, actor)
    return { ...successBody('The link was revoked.'), share: await this.present(link, actor, request) }
  }

  @Serves(routes.reinstateShare)
  async reinstate(
    { params: { id } }: RouteInput<typeof routes.reinstateShare>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const link = await this.rpc.call(sharing.reinstateLink, { id }, actor)
    return { ...successBody('The link is active again.'), share: await this.present(link, actor, request) }
  }

  @Serves(routes.deleteShare)
  async remove({ params: { id } }: RouteInput<typeof routes.deleteShare>, { actor }: Caller) {
    await this.links.remove(id, actor)
    return successBody('The link was deleted.')
  }

  /** Makes two calls for any number of albums: the library service returns the albums, the sharing service the links. */
  @Serves(routes.getSharesOverview)
  async getOverview(_: unknown, { actor }: Caller) {
    const [albums, sharedAlbums] = await Promise.all([
      this.rpc.call(library.listAlbums, {}, actor),
      this.rpc.call(sharing.listSharedAlbums, {}, actor),
    ])
    return presentSharesOverview(albums, sharedAlbums)
  }

  /** The response is not cached, because it contains the URL of the link. */
  @Serves(routes.getShareAnalytics)
  @Header('Cache-Control', 'no-store')
  async getAnalytics(
    { params: { id }, query }: RouteInput<typeof routes.getShareAnalytics>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const timeZone = parseTimeZone('time_zone', query.time_zone)
    const analytics = await this.rpc.call(sharing.getAnalytics, { id, days: query.days, timeZone }, actor)
    return presentShareAnalytics(analytics, await this.urls.forOwner(actor.userId, request))
  }

  @Serves(routes.checkShare)
  @Header('Cache-Control', 'no-store')
  check({ params: { id } }: RouteInput<typeof routes.checkShare>, { actor }: Caller) {
    return this.preflights.checkLink(id, actor)
  }

  @Serves(routes.checkNewShare)
  checkNew({ body }: RouteInput<typeof routes.checkNewShare>, { actor }: Caller) {
    return this.preflights.checkDraft(body, actor)
  }

  @Serves(routes.listPresets)
  async listPresets(_: unknown, { actor }: Caller) {
    return (await this.rpc.call(presets.listPresets, {}, actor)).map(presentPreset)
  }

  @Serves(routes.createPreset)
  async createPreset({ body }: RouteInput<typeof routes.createPreset>, { actor }: Caller) {
    const preset = {
      name: body.name,
      settings: readFields(linkFields, 'preset', body.settings),
      expiresAfterDays: body.expires_after_days ?? null,
      askPassword: body.ask_password ?? false,
      isDefault: body.is_default ?? false,
    }
    return presentPreset(await this.rpc.call(presets.createPreset, preset, actor))
  }

  @Serves(routes.getPreset)
  async getPreset({ params: { id } }: RouteInput<typeof routes.getPreset>, { actor }: Caller) {
    return presentPreset(await this.rpc.call(presets.getPreset, { id }, actor))
  }

  @Serves(routes.updatePreset)
  async updatePreset({ params: { id }, body }: RouteInput<typeof routes.updatePreset>, { actor }: Caller) {
    const presetChanges = {
      name: body.name,
      settings: body.settings && readFields(linkFields, 'preset', body.settings),
      expiresAfterDays: body.expires_after_days,
      askPassword: body.ask_password,
      isDefault: body.is_default,
    }
    return presentPreset(await this.rpc.call(presets.updatePreset, { id, ...presetChanges }, actor))
  }

  @Serves(routes.deletePreset)
  async deletePreset({ params: { id } }: RouteInput<typeof routes.deletePreset>, { actor }: Caller) {
    await this.rpc.call(presets.deletePreset, { id }, actor)
    return successBody('The preset was deleted.')
  }

  private async present(link: LinkView, { userId }: Actor, request: Request) {
    return presentShare(link, await this.urls.forOwner(userId, request))
  }

  private async createLink(
    { album_id: id, image_ids: photoIds, title }: NewShareBody,
    settings: LinkSettings,
    actor: Actor,
  ) {
    if (photoIds) return this.rpc.call(sharing.createSelection, { photoIds, title, ...settings }, actor)
    const link = await this.links.createForAlbum(id ?? '', settings, actor).catch(undefinedIfNotFound)
    return link ?? this.rpc.call(sharing.addSelectionLink, { selectionId: id ?? '', ...settings }, actor)
  }
}

const toLinkSettings = (body: ShareSettingsBody): LinkSettings =>
  readLinkSettings('api', { ...body, allow_downloads: body.allow_downloads ?? body.allow_download })

/**
 * Returns undefined for ALBUM_NOT_FOUND, because the id may be that of a selection, which only the sharing service knows. Rethrows all
 * other errors.
 */
function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'album_not_found') throw error
}
