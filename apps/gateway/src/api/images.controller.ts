import { type Actor as ActorType, http, library, MB } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common'
import type { Request } from 'express'
import type { z } from 'zod'
import { Reads } from '../http/bodies.ts'
import { parsed } from '../http/parsed.ts'
import { MediaAccess } from '../media/media-access.ts'
import { presentTag } from '../presenters/album.ts'
import { presentPhoto } from '../presenters/photo.ts'
import { OutOfTurn } from '../session/in-turn.ts'
import { Actor } from '../session/session.guard.ts'
import { Uploads } from '../upload/uploads.ts'
import { photoQuery } from './photo-query.ts'

@Controller('api/images')
export class ImagesController {
  private readonly rpc: RpcClient
  private readonly uploads: Uploads
  private readonly media: MediaAccess

  constructor(rpc: RpcClient, uploads: Uploads, media: MediaAccess) {
    this.rpc = rpc
    this.uploads = uploads
    this.media = media
  }

  @Post()
  @OutOfTurn()
  @Reads({ isStreamed: true })
  async upload(@Actor() actor: ActorType, @Req() request: Request): Promise<http.Image> {
    return presentPhoto(await this.uploads.receive(request, actor))
  }

  @Post('known')
  @HttpCode(200)
  async known(
    @Actor() actor: ActorType,
    @Body(parsed(http.knownImagesBody)) { sha256 }: z.infer<typeof http.knownImagesBody>,
  ): Promise<http.KnownImages> {
    const { known } = await this.rpc.call(library.findKnown, { sha256 }, actor)
    return { known: known.map(({ sha256: content, photo }) => ({ sha256: content, image: presentPhoto(photo) })) }
  }

  /** What could not be processed is tried again; whatever else is chosen with it is left alone. */
  @Post('retry')
  @HttpCode(200)
  async retryMany(
    @Actor() actor: ActorType,
    @Body(parsed(http.imageIdsBody)) { image_ids: ids }: z.infer<typeof http.imageIdsBody>,
  ): Promise<z.infer<typeof http.success>> {
    const { retried } = await this.rpc.call(library.retryPhotos, { ids }, actor)
    return {
      success: true,
      message: retried === 1 ? 'The photo is tried again.' : `${retried} photos are tried again.`,
    }
  }

  @Post(':id/retry')
  @HttpCode(200)
  async retry(@Actor() actor: ActorType, @Param('id') id: string): Promise<http.Image> {
    await this.rpc.call(library.retryPhotos, { ids: [id] }, actor)
    return presentPhoto(await this.rpc.call(library.getPhoto, { id }, actor))
  }

  @Get()
  async list(
    @Actor() actor: ActorType,
    @Query(parsed(http.imageQuery)) query: z.infer<typeof http.imageQuery>,
  ): Promise<http.ImageList> {
    const { photos, ...page } = await this.rpc.call(library.listPhotos, photoQuery(query), actor)
    return { images: photos.map(presentPhoto), ...page }
  }

  @Get('facets')
  facets(@Actor() actor: ActorType): Promise<http.ImageFacets> {
    return this.rpc.call(library.listFacets, {}, actor)
  }

  @Get(':id')
  async get(@Actor() actor: ActorType, @Param('id') id: string): Promise<http.Image> {
    return presentPhoto(await this.rpc.call(library.getPhoto, { id }, actor))
  }

  @Patch(':id')
  async update(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.imagePatch)) patch: z.infer<typeof http.imagePatch>,
  ): Promise<http.Image> {
    const { title, tags } = patch
    const change = { id, title, tags, caption: patch.caption ?? patch.description, isFavorite: patch.is_favorite }
    return presentPhoto(await this.rpc.call(library.updatePhoto, change, actor))
  }

  /** Many at once, all or none of them. */
  @Delete()
  @Reads({ limit: MB })
  async removeMany(
    @Actor() actor: ActorType,
    @Body(parsed(http.imageIdsBody)) { image_ids: ids }: z.infer<typeof http.imageIdsBody>,
  ): Promise<z.infer<typeof http.success>> {
    const { deleted } = await this.rpc.call(library.deletePhotos, { ids }, actor)
    for (const id of ids) this.media.dropPhoto(id)
    return { success: true, message: deleted === 1 ? 'The photo was deleted.' : `${deleted} photos were deleted.` }
  }

  @Delete(':id')
  async remove(@Actor() actor: ActorType, @Param('id') id: string): Promise<z.infer<typeof http.success>> {
    await this.rpc.call(library.deletePhotos, { ids: [id] }, actor)
    // The event says it to every gateway a moment later; whoever asked for it must not see the photo even then.
    this.media.dropPhoto(id)
    return { success: true, message: 'The photo was deleted.' }
  }

  @Get(':id/tags')
  async tags(@Actor() actor: ActorType, @Param('id') id: string): Promise<http.Tag[]> {
    return (await this.rpc.call(library.listPhotoTags, { id }, actor)).map(presentTag)
  }

  @Post(':id/tags')
  @HttpCode(200)
  async attachTag(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.tagIdBody)) { tag_id: tagId }: z.infer<typeof http.tagIdBody>,
  ) {
    const tags = await this.rpc.call(library.attachTag, { id, tagId }, actor)
    return { success: true, message: 'The tag was added.', tags: tags.map(presentTag) }
  }

  @Delete(':id/tags/:tagId')
  async detachTag(@Actor() actor: ActorType, @Param('id') id: string, @Param('tagId') tagId: string) {
    const tags = await this.rpc.call(library.detachTag, { id, tagId }, actor)
    return { success: true, message: 'The tag was removed.', tags: tags.map(presentTag) }
  }
}
