import { type Asked, library, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { askedCaptureOrder, presentCaptureOrder } from '../../presenters/photo.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

@Controller()
export class CapturesController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.albumCaptureOrder)
  async read({ params }: Asked<typeof routes.albumCaptureOrder>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.getCaptureOrder, params, actor))
  }

  @Serves(routes.orderByCapture)
  async order({ params: { id }, body }: Asked<typeof routes.orderByCapture>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.setCaptureOrder, askedCaptureOrder(id, body), actor))
  }
}
