import { admin, identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

@Handles(admin.resetPassword)
export class ResetPassword implements Handler<typeof admin.resetPassword> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.resetPassword>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(identity.resetPassword, input, actor)
  }
}
