import { type Actor, type Input, operations, requireSuperAdmin, work } from '@daymark/contracts'
import { Handles, type Handler, RpcClient } from '@daymark/platform'

@Handles(operations.requeuePhotos)
export class RequeuePhotos implements Handler<typeof operations.requeuePhotos> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(wanted: Input<typeof operations.requeuePhotos>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(work.requeue, wanted, actor)
  }
}
