import { type RouteInput, http, library, photoFields, readFields, v1 } from '@daymark/contracts'
import { parseInput, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../cache/caches.ts'
import { photoTags } from '../cache/event-tags.ts'
import { LibraryResponses, V1Presenter } from './responses.ts'
import { Serves, addSnakeCaseNames, successBody } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { Uploads } from '../uploads/uploads.ts'
import { presentEarlierVersion } from './presenters.ts'

const UPLOAD_FORM = http.v1.uploadForm.omit({ file: true })

/** Images, and their upload and replacement by the form of POST /v1/images. */
@Controller()
export class V1ImagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    private readonly responses: LibraryResponses,
    private readonly presenter: V1Presenter,
    private readonly uploads: Uploads,
  ) {}

  @Serves(v1.listImages)
  async list(
    { query }: RouteInput<typeof v1.listImages>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { limit, offset, cursor: after } = query
    const parameters = ['images', query, this.presenter.siteOf(request)]
    const listInput = { filter: toPhotoFilter(query), limit, offset, after, brief: true, withNext: true }
    return this.responses.sendCached({ request, response, actor }, parameters, async knownVersion => {
      const photoPage = await this.rpc.call(library.listPhotos, { ...listInput, knownVersion }, actor)
      const { photos, total, next = null, version = '' } = photoPage
      const images = () => photos.map(photo => this.presenter.toImage(photo, request))
      return { version, createContent: () => ({ images: images(), total, limit, offset, next_cursor: next }) }
    })
  }

  @Serves(v1.getImage)
  async get(
    { params: { id } }: RouteInput<typeof v1.getImage>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const photo = await this.rpc.call(library.getPhoto, { id, brief: true }, actor)
    return this.responses.send({ request, response }, this.presenter.toImage(photo, request))
  }

  @Serves(v1.updateImage)
  async update(
    { params: { id }, body }: RouteInput<typeof v1.updateImage>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const change = { id, tags: body.tags, ...readFields(photoFields, 'v1', body), brief: true }
    return this.presenter.toImage(await this.rpc.call(library.updatePhoto, change, actor), request)
  }

  @Serves(v1.deleteImage)
  async remove({ params: { id } }: RouteInput<typeof v1.deleteImage>, { actor }: Caller) {
    await this.rpc.call(library.deletePhotos, { ids: [id] }, actor)
    // Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change.
    this.caches.invalidate(photoTags({ photoId: id, ownerId: actor.userId }))
    return successBody('The image was deleted.')
  }

  @Serves(v1.uploadImage)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.presenter.toImage(await this.uploads.receive(request, actor, parseUploadFields), request)
  }

  @Serves(v1.uploadImageAlias)
  uploadByAlias(input: unknown, caller: Caller, @Req() request: Request) {
    return this.upload(input, caller, request)
  }

  @Serves(v1.getUpload)
  async getProgress({ params: { key } }: RouteInput<typeof v1.getUpload>, { actor }: Caller, @Req() request: Request) {
    const { offset, photo } = await this.uploads.getProgress(key, actor)
    return { offset, image: photo && this.presenter.toImage(photo, request) }
  }

  @Serves(v1.findKnownImages)
  async findKnown({ body }: RouteInput<typeof v1.findKnownImages>, { actor }: Caller, @Req() request: Request) {
    const { known } = await this.rpc.call(library.findKnown, { ...body, brief: true }, actor)
    return { known: known.map(({ sha256, photo }) => ({ sha256, image: this.presenter.toImage(photo, request) })) }
  }

  @Serves(v1.replaceFile)
  async replace({ params: { id } }: RouteInput<typeof v1.replaceFile>, { actor }: Caller, @Req() request: Request) {
    const { unchanged, ...photo } = await this.uploads.replace(request, actor, id)
    return { ...this.presenter.toImage(photo, request), unchanged }
  }

  @Serves(v1.getEarlierVersion)
  async getEarlierVersion(
    { params: { id } }: RouteInput<typeof v1.getEarlierVersion>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const file = await this.rpc.call(library.getEarlierFile, { id }, actor)
    return this.responses.send({ request, response }, presentEarlierVersion(file, this.presenter.siteOf(request)))
  }

  @Serves(v1.restoreEarlierVersion)
  async restore(
    { params: { id } }: RouteInput<typeof v1.restoreEarlierVersion>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const photo = await this.rpc.call(library.restoreEarlierFile, { id, brief: true }, actor)
    this.caches.invalidate(photoTags({ photoId: id, ownerId: actor.userId }))
    return this.presenter.toImage(photo, request)
  }

  @Serves(v1.removeEarlier)
  async removeEarlierVersion(
    { params: { id } }: RouteInput<typeof v1.removeEarlier>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    return this.presenter.toImage(await this.rpc.call(library.removeEarlierFile, { id, brief: true }, actor), request)
  }
}

/** The photo filter of a query. Empty values are ignored. */
function toPhotoFilter({ album_id: albumId, favorite, tag }: RouteInput<typeof v1.listImages>['query']) {
  const isFavorite = favorite === undefined ? undefined : favorite === 'true' || favorite === '1'
  return { isFavorite, albumId: albumId || undefined, tag: tag || undefined }
}

/** Parses the form fields of an upload. An empty album id is ignored. */
function parseUploadFields(fields: Record<string, string>) {
  const { album_id: albumId, title, description: caption } = parseInput(UPLOAD_FORM, addSnakeCaseNames(fields))
  return { albumId: albumId || undefined, title, caption }
}
