import { type Asked, operations, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentFailedPhoto, presentWork } from '../../../presenters/admin.ts'
import { Serves } from '../../../routing/serves.ts'
import type { Caller } from '../../../session/caller.ts'
import { ADMIN_MS } from './ask-admin.ts'

@Controller()
export class WorkController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.getMediaWork)
  async getMediaWork(_: unknown, { actor }: Caller) {
    return presentWork(await this.rpc.call(operations.getWork, {}, actor, ADMIN_MS))
  }

  @Serves(routes.listFailedPhotos)
  async listFailedPhotos({ query: { after } }: Asked<typeof routes.listFailedPhotos>, { actor }: Caller) {
    const page = after === undefined ? {} : { after }
    const { photos, nextAfter } = await this.rpc.call(operations.listFailedPhotos, page, actor, ADMIN_MS)
    return { photos: photos.map(presentFailedPhoto), next_after: nextAfter }
  }

  @Serves(routes.requeueFailedPhotos)
  requeueFailedPhotos({ body: { ids } }: Asked<typeof routes.requeueFailedPhotos>, { actor }: Caller) {
    return this.rpc.call(operations.requeuePhotos, ids ? { ids } : {}, actor)
  }
}
