import { type RouteInput, library, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'
import { LibraryResponses, V1Presenter } from './responses.ts'
import { toCaptureOrderInput, presentCaptureOrder } from '../presenters/library.ts'
import { Serves, successBody } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'

@Controller()
export class V1AlbumsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    private readonly responses: LibraryResponses,
    private readonly presenter: V1Presenter,
  ) {}

  @Serves(v1.listAlbums)
  async list(
    { query: { limit, offset, cursor: after } }: RouteInput<typeof v1.listAlbums>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const page = await this.rpc.call(library.listAlbumPage, { limit, offset, after }, actor)
    const albums = await this.presenter.toAlbums(page.albums, { request, actor })
    return this.responses.send(
      { request, response },
      { albums, total: page.total, limit, offset, next_cursor: page.next },
    )
  }

  @Serves(v1.createAlbum)
  async create(
    { body: { title, description } }: RouteInput<typeof v1.createAlbum>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const album = await this.rpc.call(library.createAlbum, { title, description }, actor)
    return this.presenter.toAlbum(album, { request, actor })
  }

  @Serves(v1.getAlbum)
  async get(
    { params: { id } }: RouteInput<typeof v1.getAlbum>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const loadingVersion = this.rpc.call(library.getAlbumVersion, { id }, actor)
    const [{ version }, isShared] = await Promise.all([loadingVersion, this.presenter.isShared(id, actor)])
    const parameters = ['album', id, isShared, this.presenter.siteOf(request)]
    return this.responses.sendCached({ request, response, actor }, parameters, async knownVersion => {
      if (version === knownVersion) return { version, createContent: () => undefined }
      const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, actor)
      return { version, createContent: () => this.presenter.presentAlbum(album, isShared, request) }
    })
  }

  @Serves(v1.updateAlbum)
  async update(
    { params: { id }, body }: RouteInput<typeof v1.updateAlbum>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    return this.presenter.toAlbum(await this.rpc.call(library.updateAlbum, { id, ...body }, actor), { request, actor })
  }

  @Serves(v1.deleteAlbum)
  async remove({ params: { id }, query }: RouteInput<typeof v1.deleteAlbum>, { actor }: Caller) {
    const deletePhotos = query.delete_images === 'true' || query.delete_images === '1'
    await this.rpc.call(library.deleteAlbum, { id, deletePhotos }, actor)
    if (deletePhotos) this.caches.invalidate([tag.photos(actor.userId)])
    return successBody(deletePhotos ? 'The album and its images were deleted.' : 'The album was deleted.')
  }

  @Serves(v1.addAlbumImages)
  async addImages({ params: { id }, body }: RouteInput<typeof v1.addAlbumImages>, { actor }: Caller) {
    const { added, skipped } = await this.rpc.call(library.addPhotos, { id, photoIds: body.image_ids }, actor)
    return { ...successBody(added === 1 ? '1 image was added.' : `${added} images were added.`), added, skipped }
  }

  @Serves(v1.removeAlbumImages)
  async removeImages({ params: { id }, body }: RouteInput<typeof v1.removeAlbumImages>, { actor }: Caller) {
    await this.rpc.call(library.removePhotos, { id, photoIds: body.image_ids }, actor)
    return successBody('The images were removed from the album.')
  }

  @Serves(v1.addSection)
  async addSection(
    { params: { id }, body }: RouteInput<typeof v1.addSection>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const section = { id, name: body.name, before: body.before_image_id }
    return this.presenter.toAlbum(await this.rpc.call(library.addSection, section, actor), { request, actor })
  }

  @Serves(v1.updateSection)
  async updateSection(
    { params, body }: RouteInput<typeof v1.updateSection>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const album = await this.rpc.call(library.updateSection, { ...params, ...body }, actor)
    return this.presenter.toAlbum(album, { request, actor })
  }

  @Serves(v1.removeSection)
  async removeSection({ params }: RouteInput<typeof v1.removeSection>, { actor }: Caller, @Req() request: Request) {
    return this.presenter.toAlbum(await this.rpc.call(library.removeSection, params, actor), { request, actor })
  }

  @Serves(v1.moveToSection)
  async moveToSection(
    { params: { id }, body }: RouteInput<typeof v1.moveToSection>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const move = { id, sectionId: body.section_id, photoIds: body.image_ids }
    return this.presenter.toAlbum(await this.rpc.call(library.moveToSection, move, actor), { request, actor })
  }

  @Serves(v1.albumCaptureOrder)
  async getCaptureOrder({ params }: RouteInput<typeof v1.albumCaptureOrder>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.getCaptureOrder, params, actor))
  }

  @Serves(v1.orderByCapture)
  async setCaptureOrder({ params: { id }, body }: RouteInput<typeof v1.orderByCapture>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.setCaptureOrder, toCaptureOrderInput(id, body), actor))
  }
}
