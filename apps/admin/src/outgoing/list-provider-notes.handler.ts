import { type Actor, type Input, operations, outgoing, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler, RpcClient } from '@daymark/platform'

@Handles(operations.listProviderNotes)
export class ListProviderNotes implements Handler<typeof operations.listProviderNotes> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(_: Input<typeof operations.listProviderNotes>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(outgoing.providerNotes, {}, actor, 2000)
  }
}
