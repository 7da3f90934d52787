import { admin, requireSuperAdmin, security, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

@Handles(admin.resetSecondStep)
export class ResetSecondStep implements Handler<typeof admin.resetSecondStep> {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  async handle(input: Input<typeof admin.resetSecondStep>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(security.resetSecondStep, input, actor)
  }
}
