import { type Actor as ActorType, http, library, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common'
import type { Request } from 'express'
import type { z } from 'zod'
import { untilDate } from '../http/dates.ts'
import { parsed } from '../http/parsed.ts'
import { Site } from '../http/site.ts'
import { LiveDownloads } from '../media/live-downloads.ts'
import { MediaAccess } from '../media/media-access.ts'
import { presentShare } from '../presenters/share.ts'
import { Actor } from '../session/session.guard.ts'

type ShareFields = z.infer<typeof http.sharePatch>
type Changed = z.infer<typeof http.success> & { share: http.Share }

/** The owner's side of share links. */
@Controller('api/shares')
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
  @Get()
  @Header('Cache-Control', 'no-store')
  async list(
    @Actor() actor: ActorType,
    @Query('album_id') albumId: string | undefined,
    @Req() request: Request,
  ): Promise<http.Share[]> {
    const links = await this.rpc.call(sharing.listLinks, { albumId: albumId ? String(albumId) : undefined }, actor)
    return links.map(link => presentShare(link, this.site.of(request)))
  }

  /** Sharing does not know whose an album is; library does. */
  @Post()
  async create(
    @Actor() actor: ActorType,
    @Body(parsed(http.shareBody)) body: z.infer<typeof http.shareBody>,
    @Req() request: Request,
  ): Promise<http.Share> {
    const settings = settingsOf(body)
    const { album } = await this.rpc.call(library.getAlbum, { id: body.album_id, limit: 0, offset: 0 }, actor)
    const about = { albumId: album.id, albumTitle: album.title, albumVersion: album.version }
    const link = await this.rpc.call(sharing.createLink, { ...about, ...settings }, actor)
    return presentShare(link, this.site.of(request))
  }

  @Patch(':id')
  async update(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.sharePatch)) body: ShareFields,
    @Req() request: Request,
  ): Promise<http.Share> {
    const link = await this.rpc.call(sharing.updateLink, { id, ...settingsOf(body) }, actor)
    this.media.dropLink(link.id)
    if (link.active) this.downloads.check(link.id)
    else this.downloads.end(link.id)
    return presentShare(link, this.site.of(request))
  }

  @Post(':id/revoke')
  @HttpCode(200)
  async revoke(@Actor() actor: ActorType, @Param('id') id: string, @Req() request: Request): Promise<Changed> {
    const link = await this.rpc.call(sharing.revokeLink, { id }, actor)
    this.close(link.id)
    return { success: true, message: 'The link was revoked.', share: presentShare(link, this.site.of(request)) }
  }

  @Post(':id/reinstate')
  @HttpCode(200)
  async reinstate(@Actor() actor: ActorType, @Param('id') id: string, @Req() request: Request): Promise<Changed> {
    const link = await this.rpc.call(sharing.reinstateLink, { id }, actor)
    return { success: true, message: 'The link works again.', share: presentShare(link, this.site.of(request)) }
  }

  @Delete(':id')
  async remove(@Actor() actor: ActorType, @Param('id') id: string): Promise<z.infer<typeof http.success>> {
    await this.rpc.call(sharing.deleteLink, { id }, actor)
    this.close(id)
    return { success: true, message: 'The link was deleted.' }
  }

  /** At once here; the event does the same in every other gateway a moment later. */
  private close(linkId: string): void {
    this.media.dropLink(linkId)
    this.downloads.end(linkId)
  }
}

function settingsOf(body: ShareFields) {
  return {
    expiresAt: body.expires_at
      ? untilDate('expires_at', body.expires_at, body.time_zone)
      : emptyAsNull(body.expires_at),
    allowDownloads: body.allow_downloads ?? body.allow_download,
    watermark: body.watermark,
    theme: body.theme,
    themeOverride: body.theme_override,
    showTitles: body.show_titles,
    password: body.password ? body.password : emptyAsNull(body.password),
  }
}
/** Left out: as it was. Empty or null: none. */
const emptyAsNull = (value: string | null | undefined): null | undefined => (value === undefined ? undefined : null)
