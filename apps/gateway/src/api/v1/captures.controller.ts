import { type Asked, library, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { askedCaptureOrder, presentCaptureOrder } from '../../presenters/photo.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

@Controller()
export class V1CapturesController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(v1.albumCaptureOrder)
  async read({ params }: Asked<typeof v1.albumCaptureOrder>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.getCaptureOrder, params, actor))
  }

  @Serves(v1.orderByCapture)
  async order({ params: { id }, body }: Asked<typeof v1.orderByCapture>, { actor }: Caller) {
    return presentCaptureOrder(await this.rpc.call(library.setCaptureOrder, askedCaptureOrder(id, body), actor))
  }
}
