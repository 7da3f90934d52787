import {
  type Actor,
  type Asked,
  errors,
  type http,
  type Input,
  library,
  type routes,
  sharing,
  type UploadLinkView,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { PublicUrls } from '../../custom-domains/public-urls.ts'
import { presentUploadLink } from '../../presenters/uploads.ts'
import { endOf, passwordOf } from '../sharing/link-settings.ts'

type Fields = Asked<typeof routes.updateUploadLink>['body']

/** Undefined settings are not changed, or have their default in a new link. */
export const uploadSettingsOf = (body: Fields) => ({
  ...{ title: body.title, greeting: body.greeting, approve: body.approve, sectionId: body.section_id },
  limits: { photos: body.max_photos, photosPerGuest: body.max_photos_per_guest, bytes: body.max_bytes },
  password: passwordOf(body.password),
  expiresAt: endOf(body),
})

type Settings = Omit<Input<typeof sharing.updateUploadLink>, 'id'>
type NewLink = Settings & { title: string }

/** Upload links of an owner, for both APIs. Sharing stores the links, library the received photos. */
@Injectable()
export class UploadLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly urls: PublicUrls,
  ) {}

  /** ALBUM_NOT_FOUND. */
  async ofAlbum(id: string, actor: Actor, request: Request): Promise<http.UploadLink[]> {
    await this.rpc.call(library.getAlbumVersion, { id }, actor)
    const { links } = await this.rpc.call(sharing.listUploadLinks, { albumId: id }, actor)
    return this.present(links, actor, request)
  }

  /** Library checks the owner of the album. Favorites contains liked photos only, so it cannot receive uploads. */
  async create(id: string, settings: NewLink, actor: Actor, request: Request): Promise<http.UploadLink> {
    const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, actor)
    if (album.isFavorites) throw errors.FAVORITES_FIXED()
    const input = { ...settings, albumId: album.id, albumVersion: album.version }
    return this.one(await this.rpc.call(sharing.createUploadLink, input, actor), actor, request)
  }

  async one(link: UploadLinkView, actor: Actor, request: Request): Promise<http.UploadLink> {
    const [shown] = await this.present([link], actor, request)
    if (!shown) throw errors.UPLOAD_LINK_NOT_FOUND()
    return shown
  }

  private async present(links: UploadLinkView[], actor: Actor, request: Request): Promise<http.UploadLink[]> {
    const [received, site] = await Promise.all([
      this.rpc.call(library.countReceived, { linkIds: links.map(({ id }) => id) }, actor),
      this.urls.forOwner(actor.userId, request),
    ])
    const byLink = new Map(received.links.map(row => [row.linkId, row]))
    return links.map(link => presentUploadLink(link, byLink.get(link.id), site))
  }
}
