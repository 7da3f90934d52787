import type { Actor, AlbumView, http, PhotoView } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { PublicUrls } from '../custom-domains/public-urls.ts'
import { presentAlbum, presentImage } from './presenters/image.ts'
import { SharedAlbums } from '../api/library/shared-albums.ts'

export type Viewer = { request: Request; actor: Actor }

/** Presents albums and images in the public API, with absolute URLs and whether albums are shared. */
@Injectable()
export class V1Presenter {
  constructor(
    private readonly shared: SharedAlbums,
    private readonly urls: PublicUrls,
  ) {}

  /** The public URL in front of all paths. */
  siteOf(request: Request): string {
    return this.urls.forRequest(request)
  }

  image(photo: PhotoView, request: Request): http.v1.Image {
    return presentImage(photo, this.siteOf(request))
  }

  isShared(albumId: string, actor: Actor): Promise<boolean> {
    return this.shared.has(albumId, actor)
  }

  presentAlbum(album: AlbumView, isShared: boolean, request: Request): http.v1.Album {
    return presentAlbum(album, { isShared, site: this.siteOf(request) })
  }

  async album(album: AlbumView, { request, actor }: Viewer): Promise<http.v1.Album> {
    return this.presentAlbum(album, await this.isShared(album.id, actor), request)
  }

  async albums(albums: AlbumView[], { request, actor }: Viewer): Promise<http.v1.Album[]> {
    const ids = albums.map(album => album.id)
    const shared = await this.shared.among(ids, actor)
    return albums.map(album => this.presentAlbum(album, shared.has(album.id), request))
  }
}
