import { type AlbumView, type RouteInput, errors, library, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'
import { JsonBody, sendJson } from '../../cache/json-body.ts'
import { toCaptureOrderInput, presentAlbum, presentAlbumPage, presentCaptureOrder } from '../../presenters/library.ts'
import { parsePaging } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { SharedAlbums } from '../sharing/share-links.ts'

/**
 * Page size of GET /api/albums/{id} without `limit`: the specification defines no default. The library service reduces this value to its
 * maximum page size.
 */
const UNLIMITED_PAGE_SIZE = Number.MAX_SAFE_INTEGER

@Controller()
export class AlbumsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    private readonly sharedAlbums: SharedAlbums,
  ) {}

  @Serves(routes.listAlbums)
  async list(_: unknown, { actor }: Caller) {
    const [albums, sharedIds] = await Promise.all([
      this.rpc.call(library.listAlbums, {}, actor),
      this.sharedAlbums.findAll(actor),
    ])
    return albums.map(album => presentAlbum(album, sharedIds.has(album.id)))
  }

  @Serves(routes.createAlbum)
  async create({ body }: RouteInput<typeof routes.createAlbum>, { actor }: Caller) {
    return presentAlbum(await this.rpc.call(library.createAlbum, body, actor), false)
  }

  @Serves(routes.getAlbum)
  async get(
    { params: { id }, query }: RouteInput<typeof routes.getAlbum>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const page = parsePaging(query, UNLIMITED_PAGE_SIZE)
    // The version is requested before the album, so that a cached body is never older than the version in its key.
    const version = this.rpc.call(library.getAlbumVersion, { id }, actor)
    const [state, isShared] = await Promise.all([version, this.sharedAlbums.has(id, actor)])
    const load = async () => {
      const album = await this.rpc.call(library.getAlbum, { id, ...page }, actor)
      return new JsonBody(presentAlbumPage(album, isShared))
    }
    const key = JSON.stringify([actor.userId, id, page, state.version, isShared])
    return sendJson(request, response, await this.caches.albumBodies.get(key, load))
  }

  @Serves(routes.updateAlbum)
  async update({ params: { id }, body }: RouteInput<typeof routes.updateAlbum>, caller: Caller) {
    const { cover_image_id: photoId, cover_x: x, cover_y: y, header_layout: layout, ...patch } = body
    const change = { id, ...patch, header: { photoId, x, y, layout } }
    return this.present(await this.rpc.call(library.updateAlbum, change, caller.actor), caller)
  }

  @Serves(routes.deleteAlbum)
  async remove({ params: { id }, query, body }: RouteInput<typeof routes.deleteAlbum>, { actor }: Caller) {
    const deletePhotos = isTrue(body.deletePhotos ?? query.deletePhotos)
    await this.rpc.call(library.deleteAlbum, { id, deletePhotos }, actor)
    if (deletePhotos) this.caches.invalidate([tag.photos(actor.userId)])
    return successBody(deletePhotos ? 'The album and its photos were deleted.' : 'The album was deleted.')
  }

  @Serves(routes.addAlbumImages)
  async addPhotos({ params: { id }, body }: RouteInput<typeof routes.addAlbumImages>, { actor }: Caller) {
    const photoIds = [...(body.image_ids ?? []), ...(body.image_id === undefined ? [] : [body.image_id])]
    if (photoIds.length === 0) throw errors.INVALID_INPUT({ reason: 'Send image_id or image_ids.' })
    const { added, skipped } = await this.rpc.call(library.addPhotos, { id, photoIds }, actor)
    return { ...successBody(added === 1 ? '1 photo was added.' : `${added} photos were added.`), added, skipped }
  }

  @Serves(routes.removeAlbumImages)
  async removePhotos({ params: { id }, body }: RouteInput<typeof routes.removeAlbumImages>, { actor }: Caller) {
    await this.rpc.call(library.removePhotos, { id, photoIds: body.image_ids }, actor)
    return successBody('The photos were removed from the album.')
  }

  @Serves(routes.removeAlbumImage)
  async removePhoto({ params: { id, imageId } }: RouteInput<typeof routes.removeAlbumImage>, { actor }: Caller) {
    await this.rpc.call(library.removePhotos, { id, photoIds: [imageId] }, actor)
    return successBody('The photo was removed from the album.')
  }

  @Serves(routes.reorderAlbum)
  async reorder({ params: { id }, body: { order } }: RouteInput<typeof routes.reorderAlbum>, { actor }: Caller) {
    await this.rpc.call(library.reorderAlbum, { id, order }, actor)
    return successBody('The order was saved.')
  }

  @Serves(routes.batchRename)
  async batchRename({ params: { id }, body: { updates } }: RouteInput<typeof routes.batchRename>, { actor }: Caller) {
    const { renamed } = await this.rpc.call(library.batchRename, { id, updates }, actor)
    return { ...successBody(renamed === 1 ? '1 photo was renamed.' : `${renamed} photos were renamed.`), renamed }
  }

  @Serves(routes.addSection)
  async addSection({ params: { id }, body }: RouteInput<typeof routes.addSection>, caller: Caller) {
    const section = { id, name: body.name, before: body.before_image_id }
    return this.present(await this.rpc.call(library.addSection, section, caller.actor), caller)
  }

  @Serves(routes.updateSection)
  async updateSection({ params, body }: RouteInput<typeof routes.updateSection>, caller: Caller) {
    return this.present(await this.rpc.call(library.updateSection, { ...params, ...body }, caller.actor), caller)
  }

  @Serves(routes.removeSection)
  async removeSection({ params }: RouteInput<typeof routes.removeSection>, caller: Caller) {
    return this.present(await this.rpc.call(library.removeSection, params, caller.actor), caller)
  }

  @Serves(routes.moveToSection)
  async moveToSection({ params: { id }, body }: RouteInput<typeof routes.moveToSection>, caller: Caller) {
    const move = { id, sectionId: body.section_id, photoIds: body.image_ids }
    return this.present(await this.rpc.call(library.moveToSection, move, caller.actor), caller)
  }

  @Serves(routes.albumCaptureOrder)
  async getCaptureOrder({ params }: RouteInput<typeof routes.albumCaptureOrder>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.getCaptureOrder, params, actor))
  }

  @Serves(routes.orderByCapture)
  async setCaptureOrder({ params: { id }, body }: RouteInput<typeof routes.orderByCapture>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.setCaptureOrder, toCaptureOrderInput(id, body), actor))
  }

  private async present(album: AlbumView, { actor }: Caller) {
    return presentAlbum(album, await this.sharedAlbums.has(album.id, actor))
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1
