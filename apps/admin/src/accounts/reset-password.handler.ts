import { admin, identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

@Handles(admin.resetPassword)
export class ResetPassword implements Handler<typeof admin.resetPassword> {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  async handle(input: Input<typeof admin.resetPassword>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(identity.resetPassword, input, actor)
  }
}
