import {
  type RouteInput,
  errors,
  type http,
  type Input,
  library,
  photoFields,
  readFields,
  readPhotoFilters,
  routes,
  VARIANT_SIZES,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import { Caches } from '../../cache/caches.ts'
import { photoTags } from '../../cache/event-tags.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentEarlierFile, presentPhoto, presentTag } from '../../presenters/library.ts'
import { parsePaging, parseEndDate, parseStartDate } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Uploads } from '../../uploads/uploads.ts'

type ImageQuery = z.infer<typeof http.imageQuery>

/** Converts the filter, sort order and page of a query. Empty values are ignored (rule 18). */
function toListPhotosInput(query: ImageQuery): Input<typeof library.listPhotos> {
  const filter = {
    ...readPhotoFilters(query),
    tagId: emptyAsUndefined(query.tag_id),
    albumId: emptyAsUndefined(query.album_id),
    q: emptyAsUndefined(query.q),
    format: emptyAsUndefined(query.format),
    orientation: query.orientation,
    untagged: parseFlag(query.untagged),
    camera: emptyAsUndefined(query.camera),
    lens: emptyAsUndefined(query.lens),
    dateFrom: emptyAsUndefined(query.date_from) && parseStartDate('date_from', withoutTimeZone(query.date_from ?? '')),
    dateTo: emptyAsUndefined(query.date_to) && parseEndDate('date_to', withoutTimeZone(query.date_to ?? '')),
  }
  return { filter, sort: query.sort, direction: query.direction, ...parsePaging(query) }
}

const emptyAsUndefined = (text: string | undefined): string | undefined => (text === '' ? undefined : text)
/** Photos are compared by the local time of their camera, so the time zone of the query is ignored. */
const withoutTimeZone = (text: string): string => text.replace(/(?<=:.*)([+-]\d{2}:?\d{2})$/, '')
const parseFlag = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : text === 'true' || text === '1'

/** Photos, progress of their uploads, and replacement of their files (rules 110 to 113). */
@Controller()
export class ImagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    private readonly caches: Caches,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.uploadImage)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    return presentPhoto(await this.uploads.receive(request, actor))
  }

  @Serves(routes.findKnownImages)
  async findKnown({ body: { sha256 } }: RouteInput<typeof routes.findKnownImages>, { actor }: Caller) {
    const { known: knownPhotos } = await this.rpc.call(library.findKnown, { sha256 }, actor)
    return { known: knownPhotos.map(({ sha256: hash, photo }) => ({ sha256: hash, image: presentPhoto(photo) })) }
  }

  @Serves(routes.retryImages)
  async retryMany({ body: { image_ids: ids } }: RouteInput<typeof routes.retryImages>, { actor }: Caller) {
    const { retried } = await this.rpc.call(library.retryPhotos, { ids }, actor)
    return successBody(retried === 1 ? 'Processing the photo again.' : `${retried} photos are being processed again.`)
  }

  @Serves(routes.retryImage)
  async retry({ params: { id } }: RouteInput<typeof routes.retryImage>, { actor }: Caller) {
    await this.rpc.call(library.retryPhotos, { ids: [id] }, actor)
    return presentPhoto(await this.rpc.call(library.getPhoto, { id }, actor))
  }

  @Serves(routes.listImages)
  async list({ query }: RouteInput<typeof routes.listImages>, { actor }: Caller) {
    const { photos, ...page } = await this.rpc.call(library.listPhotos, toListPhotosInput(query), actor)
    return { images: photos.map(presentPhoto), ...page }
  }

  @Serves(routes.listImageFacets)
  listFacets(_: unknown, { actor }: Caller) {
    return this.rpc.call(library.listFacets, {}, actor)
  }

  @Serves(routes.getImage)
  async get({ params: { id } }: RouteInput<typeof routes.getImage>, { actor }: Caller) {
    return presentPhoto(await this.rpc.call(library.getPhoto, { id }, actor))
  }

  @Serves(routes.updateImage)
  async update({ params: { id }, body }: RouteInput<typeof routes.updateImage>, { actor }: Caller) {
    const { description, tags } = body
    const photoEdit = { id, tags, ...readFields(photoFields, 'api', { caption: description, ...body }) }
    return presentPhoto(await this.rpc.call(library.updatePhoto, photoEdit, actor))
  }

  @Serves(routes.deleteImages)
  async removeMany({ body: { image_ids: ids } }: RouteInput<typeof routes.deleteImages>, { actor }: Caller) {
    const { deleted } = await this.rpc.call(library.deletePhotos, { ids }, actor)
    this.caches.invalidate(ids.flatMap(photoId => photoTags({ photoId, ownerId: actor.userId })))
    return successBody(deleted === 1 ? 'The photo was deleted.' : `${deleted} photos were deleted.`)
  }

  @Serves(routes.deleteImage)
  async remove({ params: { id } }: RouteInput<typeof routes.deleteImage>, { actor }: Caller) {
    await this.rpc.call(library.deletePhotos, { ids: [id] }, actor)
    // Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change.
    this.caches.invalidate(photoTags({ photoId: id, ownerId: actor.userId }))
    return successBody('The photo was deleted.')
  }

  @Serves(routes.listImageTags)
  async listTags({ params: { id } }: RouteInput<typeof routes.listImageTags>, { actor }: Caller) {
    return (await this.rpc.call(library.listPhotoTags, { id }, actor)).map(presentTag)
  }

  @Serves(routes.addImageTag)
  async addTag({ params: { id }, body }: RouteInput<typeof routes.addImageTag>, { actor }: Caller) {
    const tags = await this.rpc.call(library.attachTag, { id, tagId: body.tag_id }, actor)
    return { ...successBody('The tag was added.'), tags: tags.map(presentTag) }
  }

  @Serves(routes.removeImageTag)
  async removeTag({ params: { id, tagId } }: RouteInput<typeof routes.removeImageTag>, { actor }: Caller) {
    const tags = await this.rpc.call(library.detachTag, { id, tagId }, actor)
    return { ...successBody('The tag was removed.'), tags: tags.map(presentTag) }
  }

  /** Clients resume an interrupted upload with POST /api/images and its Idempotency-Key. */
  @Serves(routes.getUpload)
  async getProgress({ params: { key } }: RouteInput<typeof routes.getUpload>, { actor }: Caller) {
    const { offset, photo } = await this.uploads.getProgress(key, actor)
    return { offset, image: photo && presentPhoto(photo) }
  }

  @Serves(routes.replaceFile)
  async replace({ params: { id } }: RouteInput<typeof routes.replaceFile>, { actor }: Caller, @Req() request: Request) {
    const { unchanged, ...photo } = await this.uploads.replace(request, actor, id)
    return { ...presentPhoto(photo), unchanged }
  }

  @Serves(routes.getEarlierVersion)
  async getEarlierVersion({ params: { id } }: RouteInput<typeof routes.getEarlierVersion>, { actor }: Caller) {
    return presentEarlierFile(await this.rpc.call(library.getEarlierFile, { id }, actor))
  }

  @Serves(routes.restoreEarlierVersion)
  async restore({ params: { id } }: RouteInput<typeof routes.restoreEarlierVersion>, { actor }: Caller) {
    const photo = await this.rpc.call(library.restoreEarlierFile, { id }, actor)
    // Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change.
    this.caches.invalidate(photoTags({ photoId: id, ownerId: actor.userId }))
    return presentPhoto(photo)
  }

  @Serves(routes.removeEarlier)
  async removeEarlierVersion({ params: { id } }: RouteInput<typeof routes.removeEarlier>, { actor }: Caller) {
    return presentPhoto(await this.rpc.call(library.removeEarlierFile, { id }, actor))
  }

  @Serves(routes.getEarlierFile)
  async getEarlierFile(
    { params: { id, file } }: RouteInput<typeof routes.getEarlierFile>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const size = file === 'original' ? file : VARIANT_SIZES.find(variantSize => `${variantSize}.jpg` === file)
    if (!size) throw errors.PHOTO_NOT_FOUND()
    const storedFile = await this.rpc.call(library.locateEarlierFile, { id, size }, actor)
    await this.files.send(request, response, {
      file: storedFile,
      disposition: size === 'original' ? 'attachment' : 'inline',
    })
  }
}
