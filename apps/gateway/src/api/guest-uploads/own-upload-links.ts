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
import { Site } from '../../custom-domains/public-urls.ts'
import { presentUploadLink } from '../../presenters/uploads.ts'
import { endOf, passwordOf } from '../sharing/link-settings.ts'

type Fields = Asked<typeof routes.updateUploadLink>['body']

/** Left out: as it was, or as it usually is. */
export const uploadSettingsOf = (body: Fields) => ({
  ...{ title: body.title, greeting: body.greeting, approve: body.approve, sectionId: body.section_id },
  limits: { photos: body.max_photos, photosPerGuest: body.max_photos_per_guest, bytes: body.max_bytes },
  password: passwordOf(body.password),
  expiresAt: endOf(body),
})

type Settings = Omit<Input<typeof sharing.updateUploadLink>, 'id'>
type NewLink = Settings & { title: string }

/** What an owner does with upload links, whichever interface it comes through: they are sharing's, what came through them library's. */
@Injectable()
export class OwnUploadLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly site: Site,
  ) {}

  /** ALBUM_NOT_FOUND. */
  async ofAlbum(id: string, actor: Actor, request: Request): Promise<http.UploadLink[]> {
    await this.rpc.call(library.getAlbumVersion, { id }, actor)
    const { links } = await this.rpc.call(sharing.listUploadLinks, { albumId: id }, actor)
    return this.present(links, actor, request)
  }

  /** Sharing does not know whose an album is; library does. Liking puts photos into Favorites, nothing else. */
  async create(id: string, settings: NewLink, actor: Actor, request: Request): Promise<http.UploadLink> {
    const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, actor)
    if (album.isFavorites) throw errors.FAVORITES_FIXED()
    const asked = { ...settings, albumId: album.id, albumVersion: album.version }
    return this.one(await this.rpc.call(sharing.createUploadLink, asked, actor), actor, request)
  }

  async one(link: UploadLinkView, actor: Actor, request: Request): Promise<http.UploadLink> {
    const [shown] = await this.present([link], actor, request)
    if (!shown) throw errors.UPLOAD_LINK_NOT_FOUND()
    return shown
  }

  private async present(links: UploadLinkView[], actor: Actor, request: Request): Promise<http.UploadLink[]> {
    const [came, site] = await Promise.all([
      this.rpc.call(library.countReceived, { linkIds: links.map(({ id }) => id) }, actor),
      this.site.ofOwner(actor.userId, request),
    ])
    const byLink = new Map(came.links.map(row => [row.linkId, row]))
    return links.map(link => presentUploadLink(link, byLink.get(link.id), site))
  }
}
