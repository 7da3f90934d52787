import {
  type Actor,
  type RouteInput,
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
import { PublicUrls } from '../../custom-domains/custom-domains.ts'
import { presentUploadLink } from '../../presenters/uploads.ts'
import { emptyToNull, parseExpiry } from '../sharing/share-links.ts'

type UploadLinkBody = RouteInput<typeof routes.updateUploadLink>['body']

/** Settings in a request body. An undefined setting keeps its value, or gets its default value in a new link. */
export const toUploadLinkSettings = (body: UploadLinkBody) => ({
  title: body.title,
  greeting: body.greeting,
  approve: body.approve,
  sectionId: body.section_id,
  limits: { photos: body.max_photos, photosPerGuest: body.max_photos_per_guest, bytes: body.max_bytes },
  password: emptyToNull(body.password),
  expiresAt: parseExpiry(body),
})

type UploadLinkSettings = Omit<Input<typeof sharing.updateUploadLink>, 'id'>
type NewUploadLink = UploadLinkSettings & { title: string }

/**
 * Upload links of an owner, for the web application and the public API. The sharing service stores the links; the library service stores
 * the received photos.
 */
@Injectable()
export class UploadLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly urls: PublicUrls,
  ) {}

  /** Throws ALBUM_NOT_FOUND if the album does not exist or the caller does not own it. */
  async listForAlbum(id: string, actor: Actor, request: Request): Promise<http.UploadLink[]> {
    await this.rpc.call(library.getAlbumVersion, { id }, actor)
    const { links } = await this.rpc.call(sharing.listUploadLinks, { albumId: id }, actor)
    return this.present(links, actor, request)
  }

  /**
   * Throws ALBUM_NOT_FOUND if the caller does not own the album, and FAVORITES_FIXED for the Favorites album, which contains liked photos
   * only.
   */
  async create(id: string, settings: NewUploadLink, actor: Actor, request: Request): Promise<http.UploadLink> {
    const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, actor)
    if (album.isFavorites) throw errors.FAVORITES_FIXED()
    const input = { ...settings, albumId: album.id, albumVersion: album.version }
    return this.presentOne(await this.rpc.call(sharing.createUploadLink, input, actor), actor, request)
  }

  async presentOne(link: UploadLinkView, actor: Actor, request: Request): Promise<http.UploadLink> {
    const [presented] = await this.present([link], actor, request)
    if (!presented) throw errors.UPLOAD_LINK_NOT_FOUND()
    return presented
  }

  private async present(links: UploadLinkView[], actor: Actor, request: Request): Promise<http.UploadLink[]> {
    const [counts, site] = await Promise.all([
      this.rpc.call(library.countReceived, { linkIds: links.map(({ id }) => id) }, actor),
      this.urls.forOwner(actor.userId, request),
    ])
    const countByLink = new Map(counts.links.map(row => [row.linkId, row]))
    return links.map(link => presentUploadLink(link, countByLink.get(link.id), site))
  }
}
