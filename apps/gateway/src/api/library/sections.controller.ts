import { type Asked, library, routes, type AlbumView } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentAlbum } from '../../presenters/album.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { SharedAlbums } from './shared-albums.ts'

@Controller()
export class SectionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly shared: SharedAlbums,
  ) {}

  @Serves(routes.addSection)
  async add({ params: { id }, body }: Asked<typeof routes.addSection>, caller: Caller) {
    const section = { id, name: body.name, before: body.before_image_id }
    return this.shown(await this.rpc.call(library.addSection, section, caller.actor), caller)
  }

  @Serves(routes.updateSection)
  async update({ params, body }: Asked<typeof routes.updateSection>, caller: Caller) {
    return this.shown(await this.rpc.call(library.updateSection, { ...params, ...body }, caller.actor), caller)
  }

  @Serves(routes.removeSection)
  async remove({ params }: Asked<typeof routes.removeSection>, caller: Caller) {
    return this.shown(await this.rpc.call(library.removeSection, params, caller.actor), caller)
  }

  @Serves(routes.moveToSection)
  async movePhotos({ params: { id }, body }: Asked<typeof routes.moveToSection>, caller: Caller) {
    const move = { id, sectionId: body.section_id, photoIds: body.image_ids }
    return this.shown(await this.rpc.call(library.moveToSection, move, caller.actor), caller)
  }

  private async shown(album: AlbumView, { actor }: Caller) {
    return presentAlbum(album, await this.shared.has(album.id, actor))
  }
}
