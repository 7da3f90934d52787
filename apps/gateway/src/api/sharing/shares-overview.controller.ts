import { library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentSharesOverview } from '../../presenters/shares-overview.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

@Controller()
export class SharesOverviewController {
  constructor(private readonly rpc: RpcClient) {}

  /** Sharing knows the links, library the albums: two questions, whatever their number. */
  @Serves(routes.getSharesOverview)
  async overview(_: unknown, { actor }: Caller) {
    const [albums, shared] = await Promise.all([
      this.rpc.call(library.listAlbums, {}, actor),
      this.rpc.call(sharing.listSharedAlbums, {}, actor),
    ])
    return presentSharesOverview(albums, shared)
  }
}
