import { type Asked, library, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Shown } from './shown.ts'

@Controller()
export class V1SectionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly shown: Shown,
  ) {}

  @Serves(v1.addSection)
  async add({ params: { id }, body }: Asked<typeof v1.addSection>, { actor }: Caller, @Req() request: Request) {
    const section = { id, name: body.name, before: body.before_image_id }
    return this.shown.album(await this.rpc.call(library.addSection, section, actor), { request, actor })
  }

  @Serves(v1.updateSection)
  async update({ params, body }: Asked<typeof v1.updateSection>, { actor }: Caller, @Req() request: Request) {
    const album = await this.rpc.call(library.updateSection, { ...params, ...body }, actor)
    return this.shown.album(album, { request, actor })
  }

  @Serves(v1.removeSection)
  async remove({ params }: Asked<typeof v1.removeSection>, { actor }: Caller, @Req() request: Request) {
    return this.shown.album(await this.rpc.call(library.removeSection, params, actor), { request, actor })
  }

  @Serves(v1.moveToSection)
  async moveImages(
    { params: { id }, body }: Asked<typeof v1.moveToSection>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const move = { id, sectionId: body.section_id, photoIds: body.image_ids }
    return this.shown.album(await this.rpc.call(library.moveToSection, move, actor), { request, actor })
  }
}
