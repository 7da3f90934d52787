import { type Actor as ActorType, AppError, errors, http, library, MB, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common'
import type { z } from 'zod'
import { Reads } from '../http/bodies.ts'
import { paging } from '../http/paging.ts'
import { parsed } from '../http/parsed.ts'
import { MediaAccess } from '../media/media-access.ts'
import { presentAlbum, presentAlbumPage } from '../presenters/album.ts'
import { Actor } from '../session/session.guard.ts'

type Success = z.infer<typeof http.success>

@Controller('api/albums')
export class AlbumsController {
  private readonly rpc: RpcClient
  private readonly media: MediaAccess

  constructor(rpc: RpcClient, media: MediaAccess) {
    this.rpc = rpc
    this.media = media
  }

  @Get()
  async list(@Actor() actor: ActorType): Promise<http.Album[]> {
    const [albums, shared] = await Promise.all([this.rpc.call(library.listAlbums, {}, actor), this.sharedAlbums(actor)])
    return albums.map(album => presentAlbum(album, shared.has(album.id)))
  }

  @Post()
  async create(
    @Actor() actor: ActorType,
    @Body(parsed(http.albumBody)) body: z.infer<typeof http.albumBody>,
  ): Promise<http.Album> {
    return presentAlbum(await this.rpc.call(library.createAlbum, body, actor), false)
  }

  @Get(':id')
  async get(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Query() query: Record<string, string>,
  ): Promise<http.AlbumDetail> {
    const ask = this.rpc.call(library.getAlbum, { id, ...paging(pageOf(query), ALL) }, actor)
    const [page, shared] = await Promise.all([ask, this.sharedAlbums(actor)])
    return presentAlbumPage(page, shared.has(id))
  }

  @Patch(':id')
  async update(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.albumPatch)) { cover_image_id: coverPhotoId, ...patch }: z.infer<typeof http.albumPatch>,
  ): Promise<http.Album> {
    const album = await this.rpc.call(library.updateAlbum, { id, ...patch, coverPhotoId }, actor)
    return presentAlbum(album, (await this.sharedAlbums(actor)).has(id))
  }

  /** READINGS 22: `deletePhotos` in body or query, default false. */
  @Delete(':id')
  async remove(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Body() body: Record<string, unknown> | undefined,
  ): Promise<Success> {
    const deletePhotos = isTrue(body?.['deletePhotos'] ?? query['deletePhotos'])
    await this.rpc.call(library.deleteAlbum, { id, deletePhotos }, actor)
    if (deletePhotos) this.media.dropOwner(actor.userId)
    return {
      success: true,
      message: deletePhotos ? 'The album and its photos were deleted.' : 'The album was deleted.',
    }
  }

  @Post(':id/images')
  @Reads({ limit: MB })
  @HttpCode(200)
  async addPhotos(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.addImagesBody)) body: z.infer<typeof http.addImagesBody>,
  ): Promise<z.infer<typeof http.addedAnswer>> {
    const photoIds = [...(body.image_ids ?? []), ...(body.image_id === undefined ? [] : [body.image_id])]
    if (photoIds.length === 0) throw errors.INVALID_INPUT({ reason: 'image_id or image_ids is needed' })
    const { added, skipped } = await this.rpc.call(library.addPhotos, { id, photoIds }, actor)
    return {
      success: true,
      message: added === 1 ? '1 photo was added.' : `${added} photos were added.`,
      added,
      skipped,
    }
  }

  /** Many at once, all or none of them. */
  @Delete(':id/images')
  @Reads({ limit: MB })
  async removePhotos(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.imageIdsBody)) { image_ids: photoIds }: z.infer<typeof http.imageIdsBody>,
  ): Promise<Success> {
    await this.rpc.call(library.removePhotos, { id, photoIds }, actor)
    return { success: true, message: 'The photos were removed from the album.' }
  }

  @Delete(':id/images/:photoId')
  async removePhoto(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Param('photoId') photoId: string,
  ): Promise<Success> {
    await this.rpc.call(library.removePhotos, { id, photoIds: [photoId] }, actor)
    return { success: true, message: 'The photo was removed from the album.' }
  }

  /** Of an album of 100,000 photos. */
  @Post(':id/reorder')
  @Reads({ limit: 8 * MB })
  @HttpCode(200)
  async reorder(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.reorderBody)) { order }: z.infer<typeof http.reorderBody>,
  ): Promise<Success> {
    await this.rpc.call(library.reorderAlbum, { id, order }, actor)
    return { success: true, message: 'The order was saved.' }
  }

  @Post(':id/batch-rename')
  @Reads({ limit: MB })
  @HttpCode(200)
  async batchRename(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.batchRenameBody)) { updates }: z.infer<typeof http.batchRenameBody>,
  ) {
    const { renamed } = await this.rpc.call(library.batchRename, { id, updates }, actor)
    return {
      success: true,
      message: renamed === 1 ? '1 photo was renamed.' : `${renamed} photos were renamed.`,
      renamed,
    }
  }

  /** Visibility is an extra here: albums must be seen also while sharing is away. */
  private async sharedAlbums(actor: ActorType): Promise<Set<string>> {
    const { sharedAlbumIds } = await this.rpc.call(sharing.countLinks, {}, actor).catch(error => {
      if (error instanceof AppError && error.status === 503) return { sharedAlbumIds: [] }
      throw error
    })
    return new Set(sharedAlbumIds)
  }
}

/** GET /api/albums/{id} is asked without a limit by the specification: all that one answer may hold. */
const ALL = Number.MAX_SAFE_INTEGER
const pageOf = ({ limit, offset }: Record<string, string>) => ({ limit: single(limit), offset: single(offset) })
/** A name that stands twice in the query arrives as a list. */
const single = (value: unknown): string | undefined => (value === undefined ? undefined : String(value))
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1
