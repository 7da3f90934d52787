import { type Actor as ActorType, http, library, MB } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common'
import type { z } from 'zod'
import { Reads } from '../http/bodies.ts'
import { parsed } from '../http/parsed.ts'
import { presentTag } from '../presenters/album.ts'
import { Actor } from '../session/session.guard.ts'

type Label = z.infer<typeof http.tagBody>

@Controller('api/tags')
export class TagsController {
  private readonly rpc: RpcClient

  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  @Get()
  async list(@Actor() actor: ActorType): Promise<http.Tag[]> {
    return (await this.rpc.call(library.listTags, {}, actor)).map(presentTag)
  }

  @Post()
  async create(@Actor() actor: ActorType, @Body(parsed(http.tagBody)) { label }: Label): Promise<http.Tag> {
    return presentTag(await this.rpc.call(library.createTag, { label }, actor))
  }

  @Post('apply')
  @Reads({ limit: MB })
  @HttpCode(200)
  async apply(@Actor() actor: ActorType, @Body(parsed(http.applyTagsBody)) body: z.infer<typeof http.applyTagsBody>) {
    const { applied } = await this.rpc.call(
      library.applyTags,
      { photoIds: body.image_ids, tagIds: body.tag_ids },
      actor,
    )
    return { success: true, message: applied === 1 ? '1 photo was tagged.' : `${applied} photos were tagged.`, applied }
  }

  @Patch(':id')
  async rename(
    @Actor() actor: ActorType,
    @Param('id') id: string,
    @Body(parsed(http.tagBody)) { label }: Label,
  ): Promise<http.Tag> {
    return presentTag(await this.rpc.call(library.renameTag, { id, label }, actor))
  }

  @Delete(':id')
  async remove(@Actor() actor: ActorType, @Param('id') id: string): Promise<z.infer<typeof http.success>> {
    await this.rpc.call(library.deleteTag, { id }, actor)
    return { success: true, message: 'The tag was deleted.' }
  }
}
