import type { Actor, AlbumView, http, PhotoView } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { Site } from '../custom-domains/public-urls.ts'
import { presentAlbum, presentImage } from './presenters/image.ts'
import { SharedAlbums } from '../api/library/shared-albums.ts'

export type For = { request: Request; actor: Actor }

/** Things as the public API shows them: with whole addresses, and albums with what sharing knows of them. */
@Injectable()
export class Shown {
  constructor(
    private readonly shared: SharedAlbums,
    private readonly site: Site,
  ) {}

  /** What all addresses begin with. */
  at(request: Request): string {
    return this.site.of(request)
  }

  image(photo: PhotoView, request: Request): http.v1.Image {
    return presentImage(photo, this.at(request))
  }

  isShared(albumId: string, actor: Actor): Promise<boolean> {
    return this.shared.has(albumId, actor)
  }

  albumAs(album: AlbumView, isShared: boolean, request: Request): http.v1.Album {
    return presentAlbum(album, { isShared, site: this.at(request) })
  }

  async album(album: AlbumView, { request, actor }: For): Promise<http.v1.Album> {
    return this.albumAs(album, await this.isShared(album.id, actor), request)
  }

  async albums(albums: AlbumView[], { request, actor }: For): Promise<http.v1.Album[]> {
    const ids = albums.map(album => album.id)
    const shared = await this.shared.among(ids, actor)
    return albums.map(album => this.albumAs(album, shared.has(album.id), request))
  }
}
