import { admin, requireSuperAdmin, security, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

@Handles(admin.resetSecondStep)
export class ResetSecondStep implements Handler<typeof admin.resetSecondStep> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.resetSecondStep>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(security.resetSecondStep, input, actor)
  }
}
