import type { Actor, AlbumView, http, PhotoView } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { SharedAlbums } from '../api/sharing/share-links.ts'
import { Caches } from '../cache/caches.ts'
import { JsonBody, sendJson } from '../cache/json-body.ts'
import { PublicUrls } from '../custom-domains/custom-domains.ts'
import { presentAlbum, presentImage } from './presenters.ts'

export type RequestContext = { request: Request; response: Response; actor: Actor }
/**
 * A version of the library, and a function that creates the content at this version. The function is not called if this version is cached.
 */
type VersionedContent = { version: string; createContent: () => unknown }
/** Passed to `find` if no version is cached. No library has this version. */
const NO_VERSION = ''

/** Sends responses of the public API with an ETag. */
@Injectable()
export class LibraryResponses {
  constructor(private readonly caches: Caches) {}

  /**
   * Sends a response that depends only on the caller's library and on `parameters`. `find` receives the cached version, so that one call
   * either confirms the version or returns the new content.
   */
  async sendCached(
    context: RequestContext,
    parameters: unknown,
    find: (knownVersion: string) => Promise<VersionedContent>,
  ): Promise<void> {
    const { request, response, actor } = context
    const { libraryBodies } = this.caches
    const key = JSON.stringify([actor.userId, parameters])
    const cachedBody = libraryBodies.peek(key)
    const store = libraryBodies.startLoad()
    const { version, createContent } = await find(cachedBody?.version ?? NO_VERSION)
    const currentBody = cachedBody?.version === version ? cachedBody : { version, body: new JsonBody(createContent()) }
    if (currentBody !== cachedBody) store(key, currentBody)
    return sendJson(request, response, currentBody.body)
  }

  /** Sends a response that also depends on other data, and is therefore never cached. */
  send({ request, response }: Pick<RequestContext, 'request' | 'response'>, content: unknown): Promise<void> {
    return sendJson(request, response, new JsonBody(content))
  }
}

export type Viewer = { request: Request; actor: Actor }

/** Presents albums and images in the public API, with absolute URLs and whether albums are shared. */
@Injectable()
export class V1Presenter {
  constructor(
    private readonly sharedAlbums: SharedAlbums,
    private readonly urls: PublicUrls,
  ) {}

  /** The public URL in front of all paths. */
  siteOf(request: Request): string {
    return this.urls.forRequest(request)
  }

  toImage(photo: PhotoView, request: Request): http.v1.Image {
    return presentImage(photo, this.siteOf(request))
  }

  isShared(albumId: string, actor: Actor): Promise<boolean> {
    return this.sharedAlbums.has(albumId, actor)
  }

  presentAlbum(album: AlbumView, isShared: boolean, request: Request): http.v1.Album {
    return presentAlbum(album, { isShared, site: this.siteOf(request) })
  }

  async toAlbum(album: AlbumView, { request, actor }: Viewer): Promise<http.v1.Album> {
    return this.presentAlbum(album, await this.isShared(album.id, actor), request)
  }

  async toAlbums(albums: AlbumView[], { request, actor }: Viewer): Promise<http.v1.Album[]> {
    const ids = albums.map(album => album.id)
    const sharedIds = await this.sharedAlbums.findAmong(ids, actor)
    return albums.map(album => this.presentAlbum(album, sharedIds.has(album.id), request))
  }
}
