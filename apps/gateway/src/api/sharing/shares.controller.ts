import { type Actor, AppError, type Asked, library, media, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { untilDate } from '../../helpers/dates.ts'
import { Site } from '../../helpers/site.ts'
import { succeeded } from '../../helpers/succeeded.ts'
import { LiveDownloads } from '../../media/live-downloads.ts'
import { MediaAccess } from '../../media/media-access.ts'
import { presentSelection } from '../../presenters/selection.ts'
import { presentShare } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

type Settings = Asked<typeof routes.updateShare>['body']
type NewShare = Asked<typeof routes.createShare>['body']
type LinkSettings = ReturnType<typeof settingsOf> & { watermarkRevision?: number }

/** The owner's side of share links. */
@Controller()
export class SharesController {
  private readonly rpc: RpcClient
  private readonly media: MediaAccess
  private readonly downloads: LiveDownloads
  private readonly site: Site

  constructor(rpc: RpcClient, media: MediaAccess, downloads: LiveDownloads, site: Site) {
    this.rpc = rpc
    this.media = media
    this.downloads = downloads
    this.site = site
  }

  /** Each address opens its gallery: no browser keeps them. */
  @Serves(routes.listShares)
  @Header('Cache-Control', 'no-store')
  async list({ query }: Asked<typeof routes.listShares>, { actor }: Caller, @Req() request: Request) {
    const [links, site] = await Promise.all([
      this.rpc.call(sharing.listLinks, { albumId: query.album_id || undefined }, actor),
      this.site.ofOwner(actor.userId, request),
    ])
    return links.map(link => presentShare(link, site))
  }

  /** Sharing does not know whose an album is; library does. */
  @Serves(routes.createShare)
  async create({ body }: Asked<typeof routes.createShare>, { actor }: Caller, @Req() request: Request) {
    const settings = settingsOf(body)
    const revision = await this.watermarkRevision(settings, actor)
    const link = await this.created(body, { ...settings, ...revision }, actor)
    return presentShare(link, await this.site.ofOwner(actor.userId, request))
  }

  @Serves(routes.getSelection)
  async selection({ params: { id } }: Asked<typeof routes.getSelection>, { actor }: Caller) {
    return presentSelection(await this.rpc.call(sharing.getSelection, { id }, actor))
  }

  @Serves(routes.updateShare)
  async update({ params: { id }, body }: Asked<typeof routes.updateShare>, { actor }: Caller, @Req() request: Request) {
    const settings = settingsOf(body)
    const revision = await this.watermarkRevision(settings, actor)
    const link = await this.rpc.call(sharing.updateLink, { id, ...settings, ...revision }, actor)
    this.media.dropLink(link.id)
    if (link.active) this.downloads.check(link.id)
    else this.downloads.end(link.id)
    return presentShare(link, await this.site.ofOwner(actor.userId, request))
  }

  @Serves(routes.revokeShare)
  async revoke({ params: { id } }: Asked<typeof routes.revokeShare>, { actor }: Caller, @Req() request: Request) {
    const link = await this.rpc.call(sharing.revokeLink, { id }, actor)
    this.close(link.id)
    return {
      ...succeeded('The link was revoked.'),
      share: presentShare(link, await this.site.ofOwner(actor.userId, request)),
    }
  }

  @Serves(routes.reinstateShare)
  async reinstate({ params: { id } }: Asked<typeof routes.reinstateShare>, { actor }: Caller, @Req() request: Request) {
    const link = await this.rpc.call(sharing.reinstateLink, { id }, actor)
    return {
      ...succeeded('The link works again.'),
      share: presentShare(link, await this.site.ofOwner(actor.userId, request)),
    }
  }

  @Serves(routes.deleteShare)
  async remove({ params: { id } }: Asked<typeof routes.deleteShare>, { actor }: Caller) {
    await this.rpc.call(sharing.deleteLink, { id }, actor)
    this.close(id)
    return succeeded('The link was deleted.')
  }

  private async created({ album_id: id, image_ids: photoIds, title }: NewShare, settings: LinkSettings, actor: Actor) {
    if (photoIds) return this.rpc.call(sharing.createSelection, { photoIds, title, ...settings }, actor)
    const found = await this.rpc.call(library.getAlbum, { id: id ?? '', limit: 0, offset: 0 }, actor).catch(notFound)
    if (!found) return this.rpc.call(sharing.addSelectionLink, { selectionId: id ?? '', ...settings }, actor)
    const about = { albumId: found.album.id, albumTitle: found.album.title, albumVersion: found.album.version }
    return this.rpc.call(sharing.createLink, { ...about, ...settings }, actor)
  }

  /** Sharing waits until it knows of the image that the owner may have uploaded a moment ago. */
  private async watermarkRevision({ watermark }: { watermark?: boolean | undefined }, actor: Actor) {
    if (!watermark) return {}
    const { revision } = await this.rpc.call(media.getWatermark, {}, actor)
    return { watermarkRevision: revision }
  }

  /** At once here; the event does the same in every other gateway a moment later. */
  private close(linkId: string): void {
    this.media.dropLink(linkId)
    this.downloads.end(linkId)
  }
}

function settingsOf(body: Settings) {
  return {
    expiresAt: body.expires_at
      ? untilDate('expires_at', body.expires_at, body.time_zone)
      : emptyAsNull(body.expires_at),
    allowDownloads: body.allow_downloads ?? body.allow_download,
    watermark: body.watermark,
    theme: body.theme,
    themeOverride: body.theme_override,
    showTitles: body.show_titles,
    showName: body.show_name,
    allowIndexing: body.allow_indexing,
    downloadSizes: body.download_sizes,
    downloadLimit: body.download_limit,
    visitorLimit: body.visitor_download_limit,
    password: body.password ? body.password : emptyAsNull(body.password),
    passwordHint: body.password_hint,
    slug: body.slug,
  }
}
/** Then it may be a selection, which library does not know. */
function notFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'album_not_found') throw error
}
/** Left out: as it was. Empty or null: none. */
const emptyAsNull = (value: string | null | undefined): null | undefined => (value === undefined ? undefined : null)
